"""nginx before the server: it brings TLS with a certificate of the test's own authority."""

import http.client
import os
import socket
import ssl
import subprocess
import time

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    client_max_body_size 60m;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/proxy.pem;
        ssl_certificate_key {folder}/proxy.key;
        location / {{
            proxy_pass {server};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


class Proxy:
    """nginx on a free port of loopback."""

    def __init__(self, folder, server):
        os.makedirs(folder)
        self.authority = f"{folder}/authority.pem"
        self.certify(folder)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"https://127.0.0.1:{self.port}"
        with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=folder, port=self.port, server=server))
        self.child = subprocess.Popen(["/usr/sbin/nginx", "-e", f"{folder}/nginx.log", "-c", f"{folder}/nginx.conf"],
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.child.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError(self.child.stderr.read()) from None
                time.sleep(0.02)

    def certify(self, folder):
        """Makes an authority, and a certificate by it."""
        def openssl(*words):
            subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=Test authority", "-keyout", "authority.key",
                "-out", "authority.pem")
        openssl("req", *key, "-subj", "/CN=proxy", "-keyout", "proxy.key", "-out", "proxy.csr")
        with open(f"{folder}/names", "w", encoding="utf-8") as file:
            file.write("subjectAltName=IP:127.0.0.1")
        openssl("x509", "-req", "-in", "proxy.csr", "-CA", "authority.pem", "-CAkey", "authority.key",
                "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "proxy.pem")

    def end(self):
        self.child.terminate()
        self.child.wait(timeout=20)
        self.child.stderr.close()

    def connection(self, address):
        """A connection that comes from this address of loopback."""
        context = ssl.create_default_context(cafile=self.authority)
        return http.client.HTTPSConnection("127.0.0.1", self.port, source_address=(address, 0), context=context)
