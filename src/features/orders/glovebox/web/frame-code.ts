interface Read {
  readonly rawValue: string
}

/** The browser's own reader of codes or of letters, from a picture or a running camera. */
export interface Detector {
  detect(image: ImageBitmap | HTMLVideoElement): Promise<readonly Read[]>
}
declare global {
  interface Window {
    /** Which few desktops have. */
    BarcodeDetector?: new () => Detector
    /** Which only some browsers have behind a choice. */
    TextDetector?: new () => Detector
  }
}

const frameNumber = /^[A-Za-z0-9][A-Za-z0-9 ./_-]{2,39}$/
/** What is printed beside a number is no number: a frame's has a digit. */
const printedNumber = /^(?=.*\d)[A-Z0-9][A-Z0-9 ./_-]{4,39}$/

/** Whether this browser reads anything. */
export const readsCodes = (): boolean =>
  typeof window !== 'undefined' && (window.BarcodeDetector !== undefined || window.TextDetector !== undefined)

const firstOf = async (detector: Detector, image: ImageBitmap | HTMLVideoElement, shape: RegExp) =>
  (await detector.detect(image)).map(({ rawValue }) => rawValue.trim()).find((one) => shape.test(one)) ?? null

/** The first code that can be a frame number, else what is printed and can be one. */
export async function frameCodeIn(image: ImageBitmap | HTMLVideoElement): Promise<string | null> {
  const { BarcodeDetector, TextDetector } = window
  const code = BarcodeDetector ? await firstOf(new BarcodeDetector(), image, frameNumber) : null
  return code ?? (TextDetector ? await firstOf(new TextDetector(), image, printedNumber) : null)
}
