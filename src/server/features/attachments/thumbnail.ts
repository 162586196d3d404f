import path from 'node:path'
import pLimit from 'p-limit'
import type { Platform } from '../../platform/platform.ts'
import { notFound } from '../../platform/http-error.ts'
import { openServicem8 } from '../connections/open-clients.ts'
import { vendorFailure } from '../connections/vendor-failure.ts'
import { fetchFile } from './fetch-file.ts'
import { thumbnailOf } from './images.ts'
import { withFolder } from './temp-files.ts'

/** Files that are fetched for their thumbnails at the same time, for everybody. */
const few = pLimit(4)

/**
 * A small picture of a photo on a job, made by us whatever the file holds. The caller has checked
 * that the file is on a job of this user's.
 *
 * @throws HttpError 404 when there is no picture to make of it
 */
export function makeThumbnail(platform: Platform, userId: string, uuid: string): Promise<Buffer> {
  return few(() =>
    withFolder(platform.config.dataDir, async (folder) => {
      try {
        const { client } = await openServicem8(platform, userId, { interactive: true })
        const fetched = await fetchFile(client, uuid, path.join(folder, 'fetched'), undefined)
        const picture = fetched && (await thumbnailOf(fetched.file))
        if (!picture) throw notFound('Det er ikke noe bilde å vise.')
        return picture
      } catch (error) {
        throw vendorFailure(error, 'Kunne ikke hente bildet fra ServiceM8.')
      }
    }),
  )
}
