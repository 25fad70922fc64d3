"""Spanish."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several("a come con has he me no once para sin son ten")

COMMON = several(
    """
    ahora usuario usuaria trabajo trabaja casa tres ingles espanol uso usa usamos llevo lleva quiere llama llamo
    llaman piso cambio cambie cambiado tenemos deje dejado jefe jefa mil estudio estudia equipo coche nombre
    aparte ademas nuevo nueva hermano hermana mejor horas hijo hijos hija tomo toma vivo vive vivimos proyecto
    boda pon deberia pago gano peso pesa bebo bebe como fumo fuma mudado mudamos mude prefiero prefiere novio
    novia mujer marido madre padre aprendo aprende hablo habla leo escribo programo recomiendan recomiendas
    respuestas anos cumpli gata perro gato cuatro cinco seis siete ocho nueve diez hazme explicame escribe dame
    perdon queria quise decir digo debe debia debo confundi equivoque corrijo don dona numero murio fallecio
    cumplio cumpleanos
    """
)
"""Words that show the language besides its function words."""
