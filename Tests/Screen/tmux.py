"""tmux as a second terminal emulator, with its own idea of how wide letters are."""

import tempfile
import time
from pathlib import Path

from terminal import Server, wait_until


class Tmux(Server):
    """The emulator that many people have between them and their terminal."""

    configuration = Server.configuration + "set -g status off\n"

    def __init__(self):
        super().__init__()
        self.socket = f"{self.socket}-corpus"
        self.widths = {}

    def cells(self, written, size):
        """What tmux has in each cell after it was written; the right half of a wide letter is empty."""
        rows = self.show(written, size)
        self.measure({letter for row in rows for letter in row})
        return [self.placed(row, size[0]) for row in rows]

    def show(self, written, size):
        file = Path(self.folder) / "written"
        file.write_bytes(written)
        name = f"show-{time.monotonic_ns()}"
        # The name of the program that runs tells when all has been taken.
        command = f"stty raw -echo; cat {file}; exec sleep 600"
        self.run("new-session", "-d", "-s", name, "-x", size[0], "-y", size[1], command)
        wait_until("end of what was written", lambda: self.asked(name, "#{pane_current_command}") == "sleep")
        shown = self.settled(name)
        self.run("kill-session", "-t", name)
        return (shown + [""] * size[1])[: size[1]]

    def settled(self, name):
        before = None
        while (shown := self.run("capture-pane", "-p", "-t", name).split("\n")) != before:
            before = shown
        return shown

    def asked(self, name, text):
        return self.run("display-message", "-p", "-t", name, text).strip()

    def measure(self, letters):
        """Asks tmux itself for the columns of letters."""
        letters = sorted(letter for letter in letters - self.widths.keys() if letter > "~")
        if not letters:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8") as file:
            for number, letter in enumerate(letters):
                file.write(f'set -g @w{number} "a{letter}"\n')
            file.flush()
            self.run("source-file", file.name)
        for start in range(0, len(letters), 40):
            part = range(start, min(len(letters), start + 40))
            answer = self.run("display-message", "-p", ",".join(f"#{{w:@w{number}}}" for number in part))
            for number, width in zip(part, answer.strip().split(",")):
                self.widths[letters[number]] = int(width) - 1

    def placed(self, row, width):
        placed = []
        for letter in row:
            columns = self.widths.get(letter, 1)
            if columns == 0 and placed:
                at = -1 if placed[-1] or len(placed) < 2 else -2
                placed[at] += letter
            else:
                placed += [letter] + [""] * (columns - 1)
        return (placed + [" "] * width)[:width]
