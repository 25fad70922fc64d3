"""Turkish words of passwords, keys and codes."""

from tiermem.text.languages.credentials import Credentials
from tiermem.text.languages.language import several

CREDENTIALS = Credentials(
    names="şifre(?:si|m|miz|n|niz)?|parola(?:sı|m|mız|n)?|api anahtarı|erişim anahtarı",
    fills="şimdi|artık",
    loose="anahtar",
    verbs="şu|şöyle|artık",
    to="olarak",
    changing="değiştir\\w{0,6}|ayarla\\w{0,6}",
    joins="ve|ama|veya",
    login="giriş bilgileri",
    codes="(?:kapı|alarm|kasa|garaj) (?:kodu|şifresi)|pin(?: kodu)?",
    locks="kapı|alarm|kasa|garaj|kart|telefon",
    opens="kodu|şifresi",
    users="kullanıcı(?: adı)?|hesap",
    recovery="(?:kurtarma|yedek) kodları",
    talk="unuttum|yanlış|gerekli|en|bir|çok|değil",
    hints=several("şifre parola anahtar giriş kodu kullanıcı kurtarma yedek"),
)
