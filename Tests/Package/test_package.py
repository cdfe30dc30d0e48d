"""The Debian package, in a bare Debian that has no Swift. As root, since it changes into that Debian's folder."""

import glob
import os
import pty
import select
import subprocess
import tempfile
import time
import unittest

PROJECT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
AS_ROOT = [] if os.getuid() == 0 else ["sudo", "--"]
# Processes of their own, which end with the first, and their own /proc; the network is the machine's, for loopback.
INSIDE = AS_ROOT + ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c",
                    'mount -t proc proc "$0/proc" && exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=xterm "$@"']


def output(*words, **options):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True, **options).stdout.strip()


def sites():
    """Where this machine gets its Debian from, and which."""
    with open("/etc/os-release") as file:
        release = dict(line.rstrip().split("=", 1) for line in file if "=" in line)["VERSION_CODENAME"].strip('"')
    found = output("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages", f"Codename: {release}")
    return release, found.splitlines()[0]


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.package = output(f"{PROJECT}/Scripts/package")
        needed = output("dpkg-deb", "--field", cls.package, "Depends")
        needed = ",".join(name.split("|")[0].split("(")[0].strip() for name in needed.split(","))
        release, site = sites()
        holder = tempfile.TemporaryDirectory(prefix="bobbin-root-")
        cls.addClassCleanup(holder.cleanup)
        cls.root = f"{holder.name}/root"
        cls.addClassCleanup(subprocess.run, [*AS_ROOT, "rm", "-rf", "--one-file-system", cls.root], check=True)
        log = f"{holder.name}/log"
        with open(log, "w") as file:
            made = subprocess.run([*AS_ROOT, "debootstrap", "--variant=minbase", f"--include={needed}", release,
                                   cls.root, site], stdout=file, stderr=file)
        if made.returncode != 0:
            with open(log) as file:
                raise AssertionError(f"debootstrap failed: {file.read()[-2000:]}")
        subprocess.run([*AS_ROOT, "cp", cls.package, f"{cls.root}/bobbin.deb"], check=True)
        cls.inside("dpkg", "--install", "/bobbin.deb")

    @classmethod
    def inside(cls, *words):
        done = subprocess.run([*INSIDE, cls.root, *words], capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def test_it_runs_without_swift(self):
        for program in ("bobbin", "bobbin-server"):
            self.assertNotIn("libswift", self.inside("ldd", f"/usr/bin/{program}"))
            version = self.inside(program, "--version")
            self.assertRegex(version, rf"^{program} \d+\.\d+\.\d+ \(commit [0-9a-f]{{12}}(-dirty)?\)\n")
            self.assertIn("libcurl/", version)
        self.assertEqual([], glob.glob(f"{self.root}/usr/**/*swift*", recursive=True))

    def test_it_brings_manual_completions_and_the_service(self):
        listed = self.inside("dpkg", "--listfiles", "bobbin").split()
        for file in ("/usr/share/bash-completion/completions/bobbin", "/usr/share/zsh/site-functions/_bobbin-server",
                     "/usr/share/fish/vendor_completions.d/bobbin.fish", "/etc/default/bobbin-server",
                     "/usr/lib/systemd/system/bobbin-server.service"):
            self.assertIn(file, listed)
        unit = self.inside("cat", "/usr/lib/systemd/system/bobbin-server.service")
        self.assertIn("ExecStart=/usr/bin/bobbin-server --data ${STATE_DIRECTORY} $OPTIONS", unit)
        self.assertIn("EnvironmentFile=-/etc/default/bobbin-server", unit)

    def test_the_chat_opens_in_the_sample_community(self):
        child, terminal = pty.fork()
        if child == 0:
            os.execvp(INSIDE[0], [*INSIDE, self.root, "bobbin", "demo"])
        try:
            shown, ending = b"", time.monotonic() + 60
            while "라운지".encode() not in shown:
                ready, _, _ = select.select([terminal], [], [], max(0, ending - time.monotonic()))
                self.assertTrue(ready, shown[-2000:])
                shown += os.read(terminal, 65536)
            os.write(terminal, b"\x11")
            # Reading on until the end, so that the goodbye is not held up by a full terminal.
            while True:
                try:
                    if not os.read(terminal, 65536):
                        break
                except OSError:
                    break
        finally:
            os.close(terminal)
            _, status = os.waitpid(child, 0)
        self.assertEqual(0, os.waitstatus_to_exitcode(status))

    def test_it_goes_without_a_trace_and_leaves_settings_until_purged(self):
        self.inside("dpkg", "--remove", "bobbin")
        self.assertEqual([], glob.glob(f"{self.root}/usr/**/*bobbin*", recursive=True))
        self.assertTrue(os.path.exists(f"{self.root}/etc/default/bobbin-server"))
        self.inside("dpkg", "--purge", "bobbin")
        self.assertFalse(os.path.exists(f"{self.root}/etc/default/bobbin-server"))
        self.inside("dpkg", "--install", "/bobbin.deb")


class Install(unittest.TestCase):
    def test_a_prefix_is_filled_and_emptied(self):
        with tempfile.TemporaryDirectory() as prefix:
            said = output(f"{PROJECT}/Scripts/install", prefix)
            self.assertIn(f"below {prefix}", said)
            self.assertIn("PATH", said.splitlines()[-1])
            self.assertTrue(output(f"{prefix}/bin/bobbin", "--version").startswith("bobbin "))
            with open(f"{prefix}/lib/systemd/system/bobbin-server.service") as unit:
                self.assertIn(f"ExecStart={prefix}/bin/bobbin-server", unit.read())
            output(f"{PROJECT}/Scripts/install", "--remove", prefix)
            self.assertEqual([], [file for file in glob.glob(f"{prefix}/**", recursive=True) if os.path.isfile(file)])

    def test_a_place_that_can_not_be_written_is_named(self):
        refused = subprocess.run([f"{PROJECT}/Scripts/install", "/proc/bobbin"], capture_output=True, text=True)
        self.assertEqual(1, refused.returncode)
        self.assertEqual(1, refused.stderr.count("\n"), refused.stderr)
        self.assertIn("/proc", refused.stderr)


if __name__ == "__main__":
    unittest.main()
