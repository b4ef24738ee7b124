/** Hot keys: the keys that most writes name. */
import {html} from '/lib/lit-html.js';
import {count, percent, shown} from '/format.js';

export const hot = ({now}) => {
  const {rows, sampled, every, gateways} = now.hot;
  if (now.stale || gateways === 0) {
    return html`<h1>Hot keys</h1><p class="alert">${now.stale ? 'The keys are not shown: the console does not answer.' : 'No gateway answers.'}</p>`;
  }
  const most = rows.length === 0 ? 1 : rows[0].uses;
  return html`<h1>Hot keys</h1>
    <section><h2>Keys that most writes name <small>since the start of each gateway</small></h2>
    ${rows.length === 0 ? html`<p class="quiet">${now.limited ? 'No hot key is one that you may read.' : `No write was sampled yet: every ${every}th is.`}</p>` : html`
    <div class="scroll" tabindex="0" role="region" aria-label="Table of hot keys"><table>
      <thead><tr><th scope="col">Key</th><td class="wide"></td><th scope="col">Share</th><th scope="col">Sampled uses</th><th scope="col" class="wide">At least</th></tr></thead>
      <tbody>${rows.map(one => html`<tr><td class="name"><bdi>${shown(one.key)}</bdi></td>
        <td class="graph wide"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="part-sold" width=${(100 * one.uses / most).toFixed(2)} height="8"></rect></svg></td>
        <td>${percent(one.uses / Math.max(1, sampled))}\u202f%</td><td>${count(one.uses)}</td><td class="wide">${count(one.certain)}</td></tr>`)}</tbody></table></div>`}
    <p class="note">Of every ${every}th write, by ${count(gateways)} ${gateways === 1 ? 'gateway' : 'gateways'} that ${gateways === 1 ? 'answers' : 'answer'}:
      ${count(sampled)} uses of keys so far. A key has at most the uses shown${' '}<span class="wide">and at least the last column's</span>.${now.limited ? ' Only keys that you may read are shown.' : ''}</p></section>`;
};
