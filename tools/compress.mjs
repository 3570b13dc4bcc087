import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const WORTH_BYTES = 1_000
const TEXT = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt'])

/** Writes `.br` and `.gz` beside every text file of the built page that is worth it. @param {string} folder */
export function compressFolder(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of paths) {
    if (!TEXT.has(extname(path)) || path.startsWith('.')) continue
    const file = join(folder, path)
    const bytes = readFileSync(file)
    if (bytes.length <= WORTH_BYTES) continue
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.filename === process.argv[1]) compressFolder('dist/client')
