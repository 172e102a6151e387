"""Look at any screen: `python -m tests.client.render SCENE WIDTH HEIGHT [mono|16|256|true] [ascii]
[SETTING=VALUE …] [KEY …]`.

Prints the screen as text and writes /tmp/unotty-SCENE.svg and .png (with rsvg-convert) to look at.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

from client.tui.app import UnoApp
from client.tui.theme import Depth, Look
from tests.client import svg
from tests.client.scenes import scene as on

DEPTHS = {"mono": Depth.MONO, "16": Depth.ANSI16, "256": Depth.ANSI256, "true": Depth.TRUECOLOR}


def screen_text(app: UnoApp) -> str:
    """The screen as lines of text, without colour."""
    canvas = app.canvas
    strips = canvas.render_lines(canvas.size.region)
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


async def picture(scene: str, width: int, height: int, look: Look, keys: list[str], likes: dict[str, str]) -> tuple[str, str]:
    """A scene as (text, SVG) after some keys."""
    async with on(scene, (width, height), look, likes=likes, address="unotty.example") as s:
        for key in keys:
            await s.press(key)
        return screen_text(s.app), svg.picture(s.app.canvas.render_lines(s.app.canvas.size.region), width)


def main() -> None:
    """Render what the arguments say."""
    scene, width, height, *words = sys.argv[1:]
    depth = next((DEPTHS[word] for word in words if word in DEPTHS), Depth.TRUECOLOR)
    look = Look(depth, unicode="ascii" not in words)
    likes = dict(word.split("=") for word in words if "=" in word)
    keys = [word for word in words if word not in DEPTHS and word != "ascii" and "=" not in word]
    text, drawing = asyncio.run(picture(scene, int(width), int(height), look, keys, likes))
    sys.stdout.write(text)
    path = Path(f"/tmp/unotty-{scene}.svg")
    path.write_text(drawing, encoding="utf-8")
    if tool := shutil.which("rsvg-convert"):
        subprocess.run([tool, "-o", str(path.with_suffix(".png")), str(path)], check=True)


if __name__ == "__main__":
    main()
