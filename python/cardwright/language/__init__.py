"""The card language: a card's English rules text is its program.

Phrases (`phrases/`) are declared once; grammar, renderer, reference page and lowering to the kernel's
operations follow from the table. `parse(render(program)) = program`.
"""
