/** What several pages show. */
import { type Html, type HtmlPart, html } from './html.ts';

export const note = (text: string): Html => html`<p class="note">${text}</p>`;

/** What is wrong, read out at once; nothing where nothing is. */
export const problemNote = (text: string | null | undefined): Html =>
  text ? html`<p class="problem" role="alert">${text}</p>` : html``;

export const backLink = (label: string, href: string | null): Html =>
  href
    ? html`<a class="back" href="${href}"><span aria-hidden="true">←&nbsp;</span>${label}</a>`
    : html``;

/** A button that leads on; nothing where there is no address. */
export const linkButton = (label: string, href: string | null): Html =>
  href === null ? html`` : html`<p class="acts"><a class="btn pri" href="${href}">${label}</a></p>`;

/** Names and what stands behind them; those without a text are left out. */
export const facts = (rows: Record<string, HtmlPart>): Html =>
  html`<dl class="facts">${Object.entries(rows).map(([name, text]) =>
    text ? html`<div><dt>${name}</dt><dd>${text}</dd></div>` : '',
  )}</dl>`;

export const amountLines = (lines: [HtmlPart, HtmlPart][], sum?: [HtmlPart, HtmlPart]): Html =>
  html`<ul class="lines">${lines.map(
    ([name, amount]) => html`<li><span>${name}</span><span>${amount}</span></li>`,
  )}${sum && html`<li class="sum"><span>${sum[0]}</span><span>${sum[1]}</span></li>`}</ul>`;

export const choices = (
  legend: string,
  name: string,
  options: Record<string, string>,
  chosen: string,
): Html =>
  html`<fieldset class="field"><legend>${legend}</legend>${Object.entries(options).map(
    ([value, label]) =>
      html`<label class="choice"><input type="radio" name="${name}" value="${value}"${
        value === chosen && html` checked`
      }><span>${label}</span></label>`,
  )}</fieldset>`;
