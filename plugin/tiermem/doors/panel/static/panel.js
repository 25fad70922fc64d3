// The panel works without this file: each page is plain links and forms. This adds keys, a dialog that holds the
// focus, a warning before unsaved words are lost, focus that stays where it was, and news of changes made elsewhere.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const shell = () => $("#shell");

  // -- after each page, whole or swapped ---------------------------------------------------------

  function arrived() {
    for (const one of $$("[data-scripted]")) one.hidden = false;
    const dialog = $("dialog[data-modal][open]");
    if (dialog && !dialog.matches(":modal")) {
      dialog.close();
      dialog.showModal();
      $("[autofocus]", dialog)?.focus();
    }
    showCurrent();
    counted();
    if (made !== shell()?.dataset.seq) news.forget();
    made = shell()?.dataset.seq;
  }
  const showCurrent = () => $(".pages [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  addEventListener("resize", showCurrent); // a narrow window shows some of the pages
  let made; // the stream's place when the page was made

  // -- the focus stays ---------------------------------------------------------------------------

  let left = null; // where the focus was before a swap
  const rows = () => $$("[data-row]").filter((row) => row.getClientRects().length);
  const rowOf = (element) => element?.closest?.("[data-row]");

  function remember() {
    const active = document.activeElement;
    const row = rowOf(active);
    left = { id: active?.id, row: row?.id, place: row ? rows().indexOf(row) : -1, opened: $("#peeked")?.dataset.id };
  }

  function refocus() {
    const before = left;
    left = null;
    if (!before) return;
    const fresh = $("main .writing [autofocus], #peek .writing [autofocus]");
    const dialog = $("dialog:modal");
    if (dialog) return;
    if (fresh && !before.id?.startsWith(fresh.id)) fresh.closest(".writing").scrollIntoView({ block: "nearest" }); // with its buttons
    if (fresh && document.activeElement !== fresh && !before?.id?.startsWith(fresh.id)) {
      fresh.focus();
      if (fresh.setSelectionRange && fresh.value) fresh.setSelectionRange(fresh.value.length, fresh.value.length);
      return;
    }
    const opened = $("#peeked")?.dataset.id;
    if (opened && opened !== before?.opened && matchMedia("(max-width: 999.98px)").matches) {
      $("#peek-title").focus(); // on a narrow window the pane takes the page's place
      return;
    }
    const active = document.activeElement;
    if (active && active !== document.body && active.isConnected && active.getClientRects().length) return;
    const again = before?.id && document.getElementById(before.id);
    if (again && again.getClientRects().length) return again.focus();
    const same = before?.row && document.getElementById(before.row);
    const next = same ?? (before && before.place >= 0 ? rows()[Math.min(before.place, rows().length - 1)] : null);
    if (next) (landing(next) ?? next).focus();
    else if (before?.id) $("#main")?.focus({ preventScroll: true });
  }

  const landing = (row) => (row.matches(".card") ? row : $(".open, a, button", row));

  // -- unsaved words -----------------------------------------------------------------------------

  const typed = () => $$("[data-guard]").some((form) => $$("textarea, input", form).some((field) => field.type !== "hidden" && field.type !== "radio" && field.value !== field.defaultValue));
  let leaving = false;
  addEventListener("beforeunload", (event) => { if (!leaving && typed()) event.preventDefault(); });
  document.addEventListener("htmx:config:request", (event) => {
    const source = event.detail.ctx.sourceElement;
    if (source.closest?.("[data-guard]") || source.matches?.("[hx-trigger=load]")) return;
    if (typed() && !confirm("Your words are not saved. Leave them?")) event.preventDefault();
  });

  // -- requests ----------------------------------------------------------------------------------

  const quiet = new WeakSet(); // requests of the page itself, which nobody made by a key or a click
  document.addEventListener("htmx:before:request", (event) => {
    const ctx = event.detail.ctx;
    if (ctx.sourceElement.getAttribute("hx-trigger") === "load") quiet.add(ctx);
    else remember();
  });
  document.addEventListener("htmx:after:swap", (event) => {
    arrived();
    if (left && !quiet.has(event.detail.ctx)) setTimeout(refocus);
  });
  document.addEventListener("htmx:error", (event) => {
    const status = $("#status");
    if (!status || event.detail.error?.name === "AbortError") return;
    status.className = "status told failure";
    const text = document.createElement("p");
    text.textContent = "tiermem does not answer. Nothing was changed. ";
    const again = document.createElement("button");
    again.textContent = "Reload";
    again.addEventListener("click", () => location.reload());
    status.replaceChildren(text, again);
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form[data-auto]");
    if (form) form.requestSubmit();
    if (event.target.matches(".tick input")) counted();
    if (event.target.id === "keys-on") localStorage.setItem("tiermem-keys", event.target.checked ? "on" : "off");
  });
  document.addEventListener("reset", () => setTimeout(counted));

  function counted() {
    const shown = $("#selected-count");
    if (shown) shown.textContent = ` ${$$(".tick input:checked").length}`;
  }

  document.addEventListener("click", (event) => {
    for (const menu of $$(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
    if (event.target.closest("#show-keys")) showKeys();
    const copying = event.target.closest("[data-copy]");
    if (copying) {
      navigator.clipboard?.writeText(document.getElementById(copying.dataset.copy).textContent).then(
        () => { copying.textContent = "Copied"; },
        () => { copying.textContent = "Select it and copy"; },
      );
    }
  });
  document.addEventListener("cancel", (event) => {
    const way = $("[data-key=Escape]", event.target);
    if (way && event.target.matches("[data-modal]")) { event.preventDefault(); way.click(); }
  }, true);

  // -- keys --------------------------------------------------------------------------------------

  const on = () => { try { return localStorage.getItem("tiermem-keys") !== "off"; } catch { return true; } };
  const writes = (element) => element.matches("textarea, select, [contenteditable], input:not([type=checkbox], [type=radio])");
  let going = 0; // until when a letter after "g" names a page

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    const active = document.activeElement ?? document.body;
    if (event.key === "Escape") return escape(event, active);
    if (writes(active) || !on() || $("dialog:modal")) return;
    if (performance.now() < going) {
      going = 0;
      const link = $(`[data-go="${CSS.escape(event.key)}"]`);
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    const act = {
      "g": () => { going = performance.now() + 1500; },
      "?": showKeys,
      "j": () => step(1),
      "k": () => step(-1),
      "/": () => { const field = $("#q") ?? $("#find"); field?.focus(); field?.select(); },
      "u": () => ($("#undo-last") ?? $("[data-key=u]"))?.click(),
    }[event.key];
    if (act) { event.preventDefault(); act(); return; }
    const row = rowOf(active) ?? ($("#peeked") || null);
    const control = row && $(`[data-key="${CSS.escape(event.key)}"]`, row);
    if (control) { event.preventDefault(); control.click(); }
    else if (event.key === "Enter" && row && active === row) { event.preventDefault(); $(".open, a", row)?.click(); }
  });

  function showKeys() { $("#keys-on").checked = on(); $("#keys").showModal(); }

  function escape(event, active) {
    const menu = $(".menu[open]");
    if (menu) { menu.open = false; $("summary", menu).focus(); return; }
    if ($("dialog:modal")) return; // the dialog's own "cancel"
    const way = (active.closest(".writing") && $("[data-key=Escape]", active.closest(".writing"))) ?? (writes(active) ? null : $("[data-close]"));
    if (way) {
      event.preventDefault();
      if (!typed() || confirm("Your words are not saved. Leave them?")) way.click();
    } else if (writes(active)) active.blur();
  }

  function step(by) {
    const all = rows().filter((row) => row.id !== "peeked");
    const here = all.indexOf(rowOf(document.activeElement));
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, here + by))];
    if (!next) return;
    (landing(next) ?? next).focus();
    next.scrollIntoView({ block: "nearest" });
  }

  // -- news of changes made elsewhere ------------------------------------------------------------

  const KINDS = new Set(["added", "staged", "restored", "updated", "tagged", "removed", "superseded", "accepted", "rejected", "erased", "adopted", "reset"]);
  const news = {
    seen: new Map(), // entry → kind of its first event since the page was made
    forget() { this.seen.clear(); this.show(); },
    take(event) {
      const made = Number(shell()?.dataset.seq);
      if (!shell()?.dataset.seq || event.seq <= made || !KINDS.has(event.kind)) return;
      const id = event.entry ?? `${event.seq}`;
      if (!this.seen.has(id)) this.seen.set(id, event.kind);
      this.show();
    },
    show() {
      const place = $("#news");
      if (!place) return;
      const fresh = [...this.seen].filter(([id, kind]) => ["added", "staged", "restored", "adopted"].includes(kind) && !document.querySelector(`[data-id="${CSS.escape(id)}"]`)).length;
      const other = this.seen.size - fresh;
      place.hidden = this.seen.size === 0;
      place.replaceChildren();
      if (place.hidden) return;
      const button = document.createElement("button");
      button.id = "show-news";
      button.textContent = [fresh && `${fresh} new`, other && `${other} changed`].filter(Boolean).join(", ") + ": show";
      button.addEventListener("click", () => {
        remember();
        const here = new URL(location.href);
        for (const name of ["done", "on", "at"]) here.searchParams.delete(name);
        htmx.ajax("GET", here.pathname + here.search, { target: "body", swap: "innerMorph" });
      });
      place.append(button);
      place.setAttribute("role", "status");
    },
  };

  function live(state) {
    const place = $("#live");
    if (!place) return;
    place.dataset.state = state;
    $(".word", place).textContent = { on: "live", lost: "reconnecting", off: "not live" }[state];
    place.title = { on: "Changes made elsewhere are announced within a second.", lost: "The server does not answer.", off: "Changes made elsewhere are not shown until you reload." }[state];
  }
  let state = "off";
  const tell = (now) => { state = now; live(now); };
  document.addEventListener("htmx:after:swap", () => live(state));

  // One stream for all tabs: six connections are all that a browser makes to one server. A lock elects the tab that
  // listens; it tells the others. Where there are no locks, as on plain http in a network, each visible tab listens.
  function listen(told) {
    const address = new URL("/api/events", location.href);
    address.searchParams.set("after", shell().dataset.seq);
    for (const name of ["agent", "user"]) {
      const value = new URL(location.href).searchParams.get(name);
      if (value) address.searchParams.set(name, value);
    }
    const stream = new EventSource(address);
    stream.onopen = () => told({ state: "on" });
    stream.onerror = () => told({ state: stream.readyState === EventSource.CLOSED ? "off" : "lost" });
    stream.onmessage = (message) => told({ event: JSON.parse(message.data) });
    return stream;
  }

  const took = (message) => { if (message.state) tell(message.state); if (message.event) news.take(message.event); };

  function start() {
    if (!shell()?.dataset.seq) return;
    const whose = new URL(location.href).searchParams;
    const channel = `tiermem-${whose.get("agent") ?? ""}-${whose.get("user") ?? ""}`;
    if (navigator.locks && window.BroadcastChannel) {
      const others = new BroadcastChannel(channel);
      let leads = false;
      others.onmessage = (message) => {
        if (message.data.ask && leads) others.postMessage({ state });
        else took(message.data);
      };
      others.postMessage({ ask: true });
      navigator.locks.request(channel, () => new Promise(() => {
        leads = true;
        listen((message) => { took(message); others.postMessage(message); });
      }));
      return;
    }
    let stream = null;
    const follow = () => {
      stream?.close();
      stream = document.hidden ? null : listen(took);
    };
    document.addEventListener("visibilitychange", follow);
    follow();
  }

  addEventListener("DOMContentLoaded", () => { arrived(); start(); });
  if (document.readyState !== "loading") { arrived(); start(); }
})();
