/** Plots of the last 300 seconds. Each has a table beside it, so the canvas is a picture with a name. */
import uPlot from '/lib/uplot.js';
import {clock} from '/format.js';

const SECONDS = 300;
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws a dashed line at each take-over. */
const takeOvers = points => ({
  hooks: {
    draw: [plot => {
      const {ctx, bbox} = plot;
      ctx.save();
      ctx.strokeStyle = color('--bad');
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
      for (const point of points()) {
        if (!point.takeOver) continue;
        const x = plot.valToPos(point.t / 1_000, 'x', true);
        if (x < bbox.left || x > bbox.left + bbox.width) continue;
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
      }
      ctx.restore();
    }],
  },
});

/** A plot of two figures of the points in an element: give(points) draws what is new. */
export class Plot {
  constructor(element, label, names, scale, text) {
    this.element = element;
    this.label = label;
    this.names = names;
    this.scale = scale;
    this.text = text;
    this.points = [];
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(element);
    this.scheme = matchMedia('(prefers-color-scheme: dark)');
    this.repaint = () => this.make();
    this.scheme.addEventListener('change', this.repaint);
    this.make();
  }

  make() {
    this.plot?.destroy();
    const axis = {stroke: color('--quiet'), font: '12px system-ui, sans-serif', ticks: {show: false},
      grid: {stroke: color('--line'), width: 1}};
    const line = (name, width) => ({stroke: color(name), width, points: {show: false}, spanGaps: false});
    this.plot = new uPlot({
      width: Math.max(200, this.element.clientWidth),
      height: this.element.clientHeight,
      legend: {show: false},
      cursor: {show: false},
      padding: [8, 4, 0, 0],
      scales: {
        x: {time: true, range: () => [this.end() - SECONDS, this.end()]},
        y: {range: (plot, low, high) => [0, high > 0 ? high * 1.12 : 1]},
      },
      axes: [
        {...axis, grid: {show: false}, space: 80, values: (plot, ticks) => ticks.map(at => clock(at * 1_000))},
        {...axis, size: 56, space: 44, values: (plot, ticks) => ticks.map(this.text)},
      ],
      series: [{}, line('--accent', 2), line('--second', 1.5)],
      plugins: [takeOvers(() => this.points)],
    }, this.data(), this.element);
    const canvas = this.element.querySelector('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', this.label);
  }

  end() {
    return this.points.length ? this.points[this.points.length - 1].t / 1_000 : Date.now() / 1_000;
  }

  data() {
    const of = name => this.points.map(point => point[name] === undefined ? null : point[name] * this.scale);
    return [this.points.map(point => point.t / 1_000), ...this.names.map(of)];
  }

  give(points) {
    this.points = points;
    this.plot.setData(this.data());
  }

  fit() {
    this.plot.setSize({width: Math.max(200, this.element.clientWidth), height: this.element.clientHeight});
  }

  remove() {
    this.watcher.disconnect();
    this.scheme.removeEventListener('change', this.repaint);
    this.plot.destroy();
  }
}
