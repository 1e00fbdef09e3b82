"""Small multiples of curves on logarithmic axes, as one SVG that reads on light and on dark ground."""
import math

WIDTH, HEIGHT = 400, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 18, 78, 40
COLUMNS = 2
COLOURS = ["#1f8fd6", "#d9772b", "#3a9d5d"]
STYLE = """
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #57606a }
.title { font-size: 14px; font-weight: 600; fill: #24292f }
.grid { stroke: #8c959f; stroke-opacity: .25 }
.guide { stroke: #8c959f; stroke-dasharray: 4 4; fill: none }
.curve { fill: none; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #9aa4af } .title { fill: #e6edf3 } }
"""


def svg(panels, note):
    rows = -(-len(panels) // COLUMNS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH} {rows * HEIGHT + 24}" role="img">',
        f"<title>How the time of rkmap grows</title><desc>{escaped(note)}</desc><style>{STYLE}</style>",
    ]
    for number, panel in enumerate(panels):
        x, y = number % COLUMNS * WIDTH, number // COLUMNS * HEIGHT
        parts.append(f'<g transform="translate({x} {y})">{drawn(panel)}</g>')
    parts.append(f'<text x="{LEFT}" y="{rows * HEIGHT + 12}">{escaped(note)}</text></svg>\n')
    return "\n".join(parts)


def drawn(panel):
    points = [point for curve in panel["curves"] for point in curve["points"]]
    across = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    up = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [f'<text class="title" x="{LEFT}" y="18">{escaped(panel["title"])}</text>']
    for power in across.powers():
        at = across.place(10.0**power)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{counted(power)}</text>')
    for power in up.powers():
        at = up.place(10.0**power)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{timed(power)}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">{escaped(panel["unit"])}</text>')
    for number, curve in enumerate(panel["curves"]):
        colour = COLOURS[number % len(COLOURS)]
        legend = f'{curve["name"]}: n^{curve["exponent"]:.2f}'
        at = LEFT, 36 + number * 15
        parts.append(f'<circle cx="{at[0] + 4}" cy="{at[1] - 4}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{at[0] + 13}" y="{at[1]}">{escaped(legend)}</text>')
        middle = curve["points"][len(curve["points"]) // 2]
        unit, share = panel["unit"], middle[1] / log_linear(middle[0], panel["unit"])
        guide = [(x, share * log_linear(x, unit)) for x, _ in curve["points"] if x >= middle[0]]
        parts.append(f'<polyline class="guide" points="{path(guide, across, up)}"/>')
        parts.append(f'<polyline class="curve" stroke="{colour}" points="{path(curve["points"], across, up)}"/>')
        for x, y in curve["points"]:
            dot = f'cx="{across.place(x):.1f}" cy="{up.place(y):.1f}" r="3" fill="{colour}"'
            parts.append(f"<circle {dot}><title>{x:,} {escaped(panel['unit'])}: {y:.3g} s</title></circle>")
    return "".join(parts)


class Axis:
    """Values between two ends, by their logarithms."""

    def __init__(self, values, start, end):
        self.low, self.high = math.log10(min(values)), math.log10(max(values))
        if self.high - self.low < 1:
            middle = (self.high + self.low) / 2
            self.low, self.high = middle - 0.5, middle + 0.5
        self.start, self.end = start, end

    def place(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.start + min(max(share, -0.02), 1.04) * (self.end - self.start)

    def powers(self):
        return range(math.ceil(self.low - 0.01), math.floor(self.high + 0.01) + 1)


def path(points, across, up):
    return " ".join(f"{across.place(x):.1f},{up.place(y):.1f}" for x, y in points)


def log_linear(count, unit):
    """n log n, of bytes where megabytes are counted."""
    return count * math.log(count * (1e6 if unit == "MB" else 1) + 1)


def counted(power):
    return ["1", "10", "100", "1k", "10k", "100k", "1M", "10M"][power] if 0 <= power < 8 else f"10^{power}"


def timed(power):
    scale, unit = next(((scale, unit) for scale, unit in ((0, "s"), (-3, "ms"), (-6, "µs")) if power >= scale), (-9, "ns"))
    return f"{10 ** (power - scale)} {unit}"


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
