import { proofFileType, proofHeadBytes } from "#app/domain/proof-content.ts";

/** Smaller files are quickly sent as they are. */
const worthwhileBytes = 1024 * 1024;
/** Pixels of the shorter side: a page of A4 photographed with it is read easily, and a long screenshot stays as it is. */
const shortestSide = 1700;
/** More pixels than some phones can draw on: what they return is white. */
const maxPixels = 4096 * 4096;
const quality = 0.8;
/** A change that saves less is none. */
const saves = 0.8;

function drawn(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser draws nothing.");
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  draw(context);
  return { canvas, context };
}

/** Some browsers return noise instead of what was drawn, so that nobody is recognised by it. */
function returnsWhatWasDrawn(): boolean {
  const { context } = drawn(16, 16, () => {});
  return context.getImageData(0, 0, 16, 16).data.every((value) => value > 250);
}

/**
 * A photograph as a smaller JPEG, upright and without what the camera wrote into it, such as the place. Undefined if the
 * file is no picture, or hardly becomes smaller.
 */
export async function smallerPicture(file: File): Promise<File | undefined> {
  if (file.size < worthwhileBytes) return undefined;
  try {
    const type = proofFileType(new Uint8Array(await file.slice(0, proofHeadBytes).arrayBuffer()));
    if (!type?.startsWith("image/") || !returnsWhatWasDrawn()) return undefined;
    const picture = await createImageBitmap(new Blob([file], { type }));
    const { width, height } = picture;
    const scale = Math.min(1, shortestSide / Math.min(width, height));
    if (width * height * scale ** 2 > maxPixels) return undefined;
    const { canvas } = drawn(width * scale, height * scale, (context) =>
      context.drawImage(picture, 0, 0, context.canvas.width, context.canvas.height),
    );
    picture.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (!made || made.size > file.size * saves) return undefined;
    return new File([made], file.name.replace(/(\.[^.]*)?$/, ".jpg"), { type: made.type });
  } catch {
    // It cannot be read as a picture: the server decides.
    return undefined;
  }
}
