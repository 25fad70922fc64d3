"""French words of orders to an assistant, and of what matters to whoever gives them."""

ORDERS = (
    r"\b(?:toujours|jamais|desormais|dorenavant|a partir de maintenant|ne plus|plus besoin|dois|doivent|peux"
    r"|peut tout|sans (?:demander|confirm\w*|rappeler|l'appeler)|ignore|oublie|assistants?|agents?"
    r"|tes (?:consignes|regles|restrictions)|autoris\w+|permission|approuv\w+|des que|quand|si l'on|si on"
    r"|systeme|administrateur|consignes?|instructions?|reponds|recommande|cite|envoie|ajoute|joins|supprime"
    r"|efface|recopie|copie|termine|execute|lance|appelle|dis|demande|compte|rib|iban|banque|vire|virement"
    r"|factures?|mot de passe|connexion|traite|dirige|presente|leader|au lieu|relecture|encode|valent|donne)\b"
)
"""For folded text."""
