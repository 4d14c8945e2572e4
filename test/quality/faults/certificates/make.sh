#!/bin/sh
# Creates the certificates of the fault tests in this folder.
set -e
work=$(mktemp -d)
key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

openssl req $key -keyout "$work/ca-key.pem" -subj "/CN=Fault lab CA" -out "$work/ca.csr" 2>/dev/null
openssl req $key -keyout key.pem -subj "/CN=localhost" -out "$work/leaf.csr" 2>/dev/null

# name, request, key of the signer, extension, last year, other arguments
sign() {
  printf '[lab]\ndatabase=%s/index\nunique_subject=no\nnew_certs_dir=%s\nrand_serial=yes\ndefault_md=sha256\npolicy=any\nx509_extensions=ext\n[any]\ncommonName=supplied\n[ext]\n%s\n' \
    "$work" "$work" "$4" > "$work/lab.cnf"
  : > "$work/index"
  openssl ca -batch -notext -name lab -config "$work/lab.cnf" -in "$work/$2.csr" -keyfile "$3" -out "$1.pem" \
    -startdate 20200101000000Z -enddate "$5"0101000000Z $6 2>/dev/null
}
loopback="subjectAltName=DNS:localhost,IP:127.0.0.1"
sign ca ca "$work/ca-key.pem" "basicConstraints=critical,CA:true" 2120 -selfsign
sign self-signed leaf key.pem "$loopback" 2120 -selfsign
sign trusted leaf "$work/ca-key.pem" "$loopback" 2120 "-cert ca.pem"
sign wrong-name leaf "$work/ca-key.pem" "subjectAltName=DNS:gateway.example" 2120 "-cert ca.pem"
chmod 644 key.pem
rm -r "$work"
