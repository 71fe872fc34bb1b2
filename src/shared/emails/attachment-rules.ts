/** What may be attached to a message. */

/** Of all files of a message together: mail servers take 25 MB, and in a message they grow by a third. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024;

export const TOO_LARGE_TOGETHER = 'Attached files can be at most 10 MB together';

/** Programs and scripts: mail servers refuse or remove them (after Gmail's and Outlook's lists). */
const REFUSED = new Set(
  `ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab dll dmg ex exe hta img ins iso isp jar
   jnlp js jse lib lnk mde msc msi msix msixbundle msp mst nsh pif ps1 reg scr sct shb sys vb vbe vbs
   vhd vhdx vxd wsc wsf wsh xll`.split(/\s+/),
);

/**
 * Why a file of this name cannot be attached; undefined when it can. A system may read
 * letters of other widths as the plain ones.
 */
export function refuseFileName(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,12})[\s.]*$/i.exec(name.normalize('NFKC'))?.[1]?.toLowerCase();
  if (ending === undefined || !REFUSED.has(ending)) return undefined;
  return `Mail servers refuse files that end in .${ending}. Attach another type, such as a PDF.`;
}
