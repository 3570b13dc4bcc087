import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const OPENSSL = 'openssl'

/**
 * A certificate for a name and for this machine, signed by an authority of its own, both thrown away
 * with the folder.
 * @param {string} folder @param {string} name
 */
export function makeCertificate(folder, name) {
  const at = (/** @type {string} */ file) => join(folder, file)
  const openssl = (/** @type {string[]} */ ...words) =>
    execFileSync(OPENSSL, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    ...['req', '-x509', ...key, '-keyout', at('ca-key.pem'), '-out', at('ca.pem')],
    ...['-days', '2', '-subj', '/CN=Passbook test authority'],
    ...['-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  )
  openssl(
    ...['req', ...key, '-keyout', at('key.pem'), '-out', at('request.pem')],
    ...['-subj', `/CN=${name}`],
  )
  const names = [...new Set([name, 'localhost'])].map((one) => `DNS:${one}`)
  writeFileSync(at('names'), `subjectAltName=${names.join(',')},IP:127.0.0.1\n`)
  openssl(
    ...['x509', '-req', '-in', at('request.pem'), '-CA', at('ca.pem'), '-CAkey', at('ca-key.pem')],
    ...['-CAcreateserial', '-days', '2', '-extfile', at('names'), '-out', at('certificate.pem')],
  )
}
