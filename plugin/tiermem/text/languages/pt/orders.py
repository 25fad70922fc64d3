"""Portuguese words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:sempre|nunca|jamais|a partir de agora|daqui em diante|de agora em diante|nao e mais|nao precisam?"
    r"|deve[ms]?|pode tudo|voce (?:pode|tem|deve)|sem (?:perguntar|confirm\w*|ligar)|ignore|esqueca"
    r"|assistentes?|agentes?|suas regras|permissao|autoriz\w+|aprovad\w+|assim que|quando|se (?:perguntarem"
    r"|alguem)|sistema|administrador|instrucoes|ordens?|responda|recomende|diga|mande|envie|acrescente|anexe"
    r"|apague|exclua|copie|execute|peca|conta|iban|banco|transfira|pague|faturas?|senha|entrar|trate|apresente"
    r"|lider|em vez|revisao|codifique|valem|informe)\b"
)
"""For folded text."""
