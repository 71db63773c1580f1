import { useFormats } from '../language/formats.ts';

const KIB = 1024;

/** Returns the function that writes a number of bytes in the reader's locale, in kB or MB. */
export function useFileSize(): (bytes: number) => string {
  const { number } = useFormats();
  return (bytes) =>
    bytes < KIB * KIB
      ? `${number(Math.max(1, Math.round(bytes / KIB)))} kB`
      : `${number(Math.round((bytes / KIB / KIB) * 10) / 10)} MB`;
}
