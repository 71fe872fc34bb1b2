import { SCREENS } from './content.ts';
import { PICTURE_SIZES, type PictureName } from './picture-sizes.ts';

const ORDER: readonly PictureName[] = ['dashboard', 'phone', 'editor', 'pay'];
const THEMES = ['light', 'dark'] as const;

/** Pictures taken of the running product with the demo's data: `npm run pictures`. */
export function Screens() {
  return (
    <ul className="screens">
      {ORDER.map((name) => (
        <li
          key={name}
          className={PICTURE_SIZES[name].height > PICTURE_SIZES[name].width ? 'tall' : 'wide'}
        >
          <figure>
            {THEMES.map((theme) => (
              <Picture key={theme} name={name} theme={theme} />
            ))}
            <figcaption>{SCREENS[name].caption}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}

/** One theme's picture; the style sheet shows the theme's own, and what is not shown is not loaded. */
function Picture({ name, theme }: { name: PictureName; theme: (typeof THEMES)[number] }) {
  const file = `./features/landing/pictures/${name}-${theme}`;
  return (
    <picture className={`in-${theme}`}>
      <source type="image/avif" srcSet={`${file}.avif`} />
      <img
        src={`${file}.webp`}
        width={PICTURE_SIZES[name].width}
        height={PICTURE_SIZES[name].height}
        alt={SCREENS[name].alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
