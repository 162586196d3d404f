// Packages that only one command needs are installed in a separate folder with its own lockfile, so
// that installing the product does not wait for them.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'
import { run, Trouble } from './run.mjs'

export async function installApart(folder, name) {
  const place = path.join(root, folder)
  const wanted = path.join(place, 'package-lock.json')
  const installed = path.join(place, 'node_modules/.package-lock.json')
  const versions = (file) =>
    JSON.stringify(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
        .filter(([each, { optional }]) => each !== '' && !optional)
        .map(([each, { version, integrity }]) => [each, version, integrity]),
    )
  if (existsSync(installed) && versions(installed) === versions(wanted)) return
  console.log(`Installing ${name} …`)
  const { code } = await run('npm', ['ci', '--prefix', place, '--ignore-scripts'], {
    shell: process.platform === 'win32',
  })
  if (code !== 0) throw new Trouble(`npm ci failed in ${folder}; see its messages above.`, code)
}
