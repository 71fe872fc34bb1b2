import { SCREENS } from './content.ts';
import { PICTURE_SIZES, type PictureName } from './picture-sizes.ts';

const ORDER: readonly PictureName[] = ['dashboard', 'phone', 'editor', 'pay'];
const THEMES = ['light', 'dark'] as const;

/** Pictures taken of the running product with the demo's data: `npm run pictures`. */
export function Screens() {
  return (
    <div className="product">
      <h2>{SCREENS.heading}</h2>
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
              <figcaption>
                <b>{SCREENS.pictures[name].title}</b>
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
    <picture className={`in-${theme}`}>
      <source type="image/avif" srcSet={`${file}.avif`} />
      <img
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
