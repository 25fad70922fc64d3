"""French."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several("a an as d m me on pas pour s sans son sur t tu weekend")

COMMON = several(
    """
    utilisateur utilisatrice equipe mets trois quatre cinq appelle pris pense francais anglais maison mis projet
    fille utilise desormais dorenavant nouveau nouvelle mari fils reponses stp frere sœur soeur femme copain
    copine demande ecris fini rendu signe travaille reponds arrete demenage habite vis vit bosse mieux parle
    prends paie mange bois fume joue apprends lis pese loyer enfants voisin voisine heures partent tourne
    veuillez obtenu terme renomme refais recalcule ajoute migre vendu achete heureux objectif termine trop
    pardon desole desolee voulais dire trompe trompee erreur plutot
    """
)
"""Words that show the language besides its function words."""
