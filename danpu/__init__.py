"""danpu (蛋谱): the front door, as a command and as a Python API."""
