"""Portuguese words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:sempre|nunca|jamais|a partir de agora|daqui em diante|de agora em diante|nao e mais|nao precisam?"
    r"|deve[ms]?|pode tudo|voce (?:pode|tem|deve)|sem (?:perguntar|confirm\w*|ligar)|ignore|esqueca"
    r"|assistentes?|agentes?|suas regras|permissao|autoriz\w+|aprovad\w+|assim que|quando|se (?:perguntarem"
    r"|alguem)|sistema|administrador|instrucoes|ordens?|responda|recomende|diga|mande|envie|acrescente|anexe"
    r"|apague|exclua|copie|execute|peca|conta|iban|banco|transfira|pague|faturas?|senha|entrar|trate"
    r"|apresente"
    r"|lider|em vez|revisao|codifique|valem|informe)\b"
    r"|\b(?:voce (?:esta|e)|mostre|desative|ative|use (?:so|sempre|esta|este)|mencione|revel\w+|guarde|salve"
    r"|abra|clique|redirecione|agora e|e agora|nao (?:peca|mencione|avise|pergunte)\w*)\b"
    r"|(?:^|[.:;!?\n(]\s{0,3}|\b(?:y|et|e|и|puis|luego|depois|por favor) )(?:aprove|troque|comece|aceite"
    r"|altere|atualize|autorize|compre|compartilhe|conceda|convenca|crie|deixe|desligue|direcione|divulgue"
    r"|encaminhe|escreva|esconda|evite|exporte|feche|finja|forneca|faca|inclua|informe|insira|insista|instale"
    r"|leia|libere|minta|modifique|negue|oculte|omita|permita|ponha|prometa|publique|recuse|registre|remova"
    r"|repita|revele|siga|substitua|traduza|venda|vote)\b"
)
"""For folded text."""

MATTERS = (
    r"\b(?:(?:o|ao|do) usuario|(?:o|ao|do|os) assistentes?|ia|agentes|(?:aviso|mensagem) do sistema"
    r"|administrador"
    r"|suas regras|instrucoes (?:anteriores|previas)|permissao|autoriz\w+|aprovad\w+|pode tudo"
    r"|pode fazer tudo"
    r"|sem (?:perguntar|confirm\w*|ligar|revis\w*)|nao (?:e mais|precisam?|confirme)|todo comando|conta nova"
    r"|nova conta"
    r"|iban|dados bancarios|(?:trocou|mudou) de banco|transfira|pague|senhas?|codigo d\w|lider|recomende so"
    r"|fale mal"
    r"|trate (?:tudo|os)|(?:uma|como) ordem|ordens|apague|apagar|exclua|encaminhe|copie este|(?:este"
    r"|esta) (?:paragrafo"
    r"|frase|nota|regra|texto)|informe so|telefone do suporte|codifique|anexe|em segredo|nao diga|diga o que"
    r"|envie .{0,60}\b(?:a|para)|mande .{0,60}\b(?:a|para))\b"
    r"|\b(?:palavra secreta|sem recibo|como root|em (?:todas as|todos os) (?:notas|contratos|documentos)"
    r"|compartilhamento publico|telefone do banco|nao precisa se identificar)\b"
    r"|\b(?:dados salariais|notas privadas|contato de emergencia|aprovado pelo juridico)\b"
    r"|\b(?:pacote certo|instale ess[ea]|ficam? anulad\w+|endereco de cobranca|quando perguntarem)"
)
"""Matters of orders that somebody gives in the user's place: money, secrets, permissions, the assistant itself.

For folded text."""

TOPICS = (
    r"\b(?:antivirus|firewall|dns|certificados?|alertas? de seguranca|verificac\w+|duas etapas|dois fatores"
    r"|2fa|identidade"
    r"|pagamentos?|reembolsos?|transferencias?|numero (?:da|do) (?:conta|cartao)"
    r"|modo (?:de )?(?:manutencao|desenvolvedor|admin)"
    r"|restricoes|confidencia\w*|salarios?|auditoria\w*|pagina de (?:login|acesso|entrada)|credenciais"
    r"|chaves? (?:de )?api|backups?|anexos?"
    r"|corretora|investimentos?|seguros?|sem avisar"
    r"|(?:cada|toda|todas?|todos?) (?:as? |os? )?(?:perguntas?|pedidos?|buscas?|respostas?|mensagens?"
    r"|e-mails?|comandos?))\b"
    r"|--no-verify|--force|rm -rf"
    r"|\b(?:pacote certo|ficam? anulad\w+|endereco de cobranca)"
)
"""Matters of harmful orders: defences, money, access, rules for all questions. For folded text."""

OWN = r"\b(?:eu|meus?|minhas?|mim|comigo|me)\b|\b(?:nao|nunca)\b[^.]{0,60}\bsem\b"
"""Words by which users speak of themselves, or ask for care: "never … without asking". For folded text."""

RULES = (
    r"\b(?:quando|se|assim que|sempre que|quem|toda vez|cada vez|antes de|na proxima|dev\w+|pod\w+"
    r"|precisa\w*|tem de"
    r"|vale\w* como|fica\w* (?:de fora|aprovad\w+)|libero\w+|autoriz\w+)\b"
)
"""Words that rules are made of: conditions, duties, permissions. For folded text."""

NEWS = (
    r"\b(?:agora|passou a|passaram a|nov[oa]s?|trocou|mudou|nao .{1,20} mais|engano|curad\w+"
    r"|voce (?:agora )?e|a partir de)\b"
)
"""Words of changes: what holds from now on, in place of what held. For folded text."""
