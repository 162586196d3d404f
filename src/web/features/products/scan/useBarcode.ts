import { useEffect, useState, type RefObject } from 'react'

/** The part of https://wicg.github.io/shape-detection-api/ used here; some browsers lack it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>
}
interface DetectorClass {
  new (options?: { formats: string[] }): Detector
  getSupportedFormats?: () => Promise<string[]>
}

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code']
const LOOK_EVERY_MS = 150

const detectorClass = (): DetectorClass | null =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector ?? null

export const canScan = (): boolean => detectorClass() !== null && 'mediaDevices' in navigator

/** The state of the scan; `cannot` means that the browser has the class but reads no barcodes. */
export type Scanning = 'starting' | 'looking' | 'no_camera' | 'cannot'

/**
 * Calls `onCode` with the first code in the camera's image.
 * @param attempt a new number restarts the scan
 */
export function useBarcode(
  video: RefObject<HTMLVideoElement | null>,
  onCode: (code: string) => void,
  attempt: number,
): Scanning {
  const [state, setState] = useState<Scanning>('starting')
  useEffect(() => {
    const over = new AbortController()
    void scan(video, over.signal, setState, onCode)
    return () => over.abort()
  }, [video, onCode, attempt])
  return state
}

async function scan(
  video: RefObject<HTMLVideoElement | null>,
  over: AbortSignal,
  say: (state: Scanning) => void,
  onCode: (code: string) => void,
): Promise<void> {
  const Class = detectorClass()
  const shown = video.current
  if (!Class || !shown) return
  const isOver = () => over.aborted
  say('starting')
  const readable = (await Class.getSupportedFormats?.().catch(() => [])) ?? FORMATS
  const formats = FORMATS.filter((one) => readable.includes(one))
  if (isOver()) return
  if (formats.length === 0) return say('cannot')
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  } catch {
    if (!isOver()) say('no_camera')
    return
  }
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  if (isOver()) return stop()
  over.addEventListener('abort', stop)
  shown.srcObject = stream
  // Resolves with the first frame, which can take a while.
  void shown.play().catch(() => undefined)
  say('looking')
  const detector = new Class({ formats })
  while (!isOver()) {
    // Rejects before the first frame and while the page is hidden.
    const found = await detector
      .detect(shown)
      .catch((error: unknown) => (isUnsupported(error) ? 'cannot' : []))
    if (isOver()) return
    if (found === 'cannot') {
      stop()
      return say('cannot')
    }
    const code = found[0]?.rawValue
    if (code) return onCode(code)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

const isUnsupported = (error: unknown) =>
  error instanceof DOMException && error.name === 'NotSupportedError'
