import { cx } from '../../ui/cx.ts';
import { SCREENS } from './content.ts';
import { SectionHeading } from './ledger.tsx';
import { PICTURE_SIZES, type PictureName } from './picture-sizes.ts';

const ORDER: readonly PictureName[] = ['dashboard', 'phone', 'editor', 'pay'];
const THEMES = ['light', 'dark'] as const;

/** Pictures taken of the running product with the demo's data: `npm run pictures`. */
export function Screens() {
  return (
    <div className="mt-22 phone:mt-14">
      <SectionHeading>{SCREENS.heading}</SectionHeading>
      <ul className="screens mt-9 grid grid-cols-[minmax(0,2.42fr)_minmax(0,1fr)] gap-px overflow-hidden rounded-[14px] border border-hairline bg-hairline phone:-mx-5 phone:mt-7 phone:grid-cols-[1fr] phone:rounded-none phone:border-x-0">
        {ORDER.map((name) => (
          <li
            key={name}
            // On a phone the tall ones alone.
            className={cx(
              'overflow-clip bg-desk',
              PICTURE_SIZES[name].height <= PICTURE_SIZES[name].width && 'phone:hidden',
            )}
          >
            <figure className="flex h-full flex-col">
              {THEMES.map((theme) => (
                <Picture key={theme} name={name} theme={theme} />
              ))}
              <figcaption className="-order-1 px-6.5 pt-5 pb-4 text-15 leading-[1.45] text-pretty text-muted phone:px-5 phone:pt-5.5 phone:text-center">
                <b className="block text-17 font-[620] tracking-[-0.012em] text-ink">
                  {SCREENS.pictures[name].title}
                </b>
                {SCREENS.pictures[name].text}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One theme's picture; the style sheet shows the theme's own, and what is not shown is not loaded. */
function Picture({ name, theme }: { name: PictureName; theme: (typeof THEMES)[number] }) {
  const file = `./features/landing/pictures/${name}-${theme}`;
  return (
    <picture className={`block in-${theme}`}>
      <source type="image/avif" srcSet={`${file}.avif`} />
      <img
        className="mx-6.5 -mb-3 block h-auto w-[calc(100%-52px)] rounded-t-[10px] bg-paper [box-shadow:0_0_0_1px_var(--line)] phone:mx-auto phone:w-[calc(100%-40px)] phone:max-w-87.5"
        src={`${file}.webp`}
        width={PICTURE_SIZES[name].width}
        height={PICTURE_SIZES[name].height}
        alt={SCREENS.pictures[name].alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
