package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A picture is the chart of an operation.
type picture struct {
	name  string // of its file, without the extension
	title string
	svg   []byte
}

// The colours of engines, from the Okabe-Ito palette, which people with colour blindness can tell apart.
var colors = []color.Color{
	color.RGBA{0x00, 0x72, 0xb2, 0xff}, color.RGBA{0xe6, 0x9f, 0x00, 0xff}, color.RGBA{0x00, 0x9e, 0x73, 0xff}, color.RGBA{0xcc, 0x79, 0xa7, 0xff},
}

const (
	barWidth  = 3 * vg.Millimeter
	width     = 200 * vg.Millimeter
	aroundBar = 2 * vg.Millimeter // between cases
	aroundAll = 28 * vg.Millimeter
)

// pictures draws a picture an operation.
func pictures(r *report) (all []picture, err error) {
	for _, op := range r.ops() {
		p, err := chart(r, op)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", op, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// chart draws the cases of an operation.
func chart(r *report, op string) (picture, error) {
	rows := slices.DeleteFunc(slices.Clone(r.Rows), func(r row) bool { return r.Op != op })
	slices.Reverse(rows) // the axis runs upwards
	least, most := math.Inf(1), 0.0
	for _, row := range rows {
		for _, f := range row.Engines {
			least, most = min(least, f.Nanoseconds), max(most, f.Nanoseconds)
		}
	}
	// Bars begin at the decade below the least value: a logarithm has no zero.
	base := math.Floor(math.Log10(least))
	if math.Log10(least) == base {
		base--
	}
	p := plot.New()
	p.Title.Text = op + ": time, less is better"
	p.Title.Padding = vg.Millimeter
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font = font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, style.Font.Size)
	}
	var names []string
	for _, row := range rows {
		names = append(names, row.Case)
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Width = 0
	grid.Vertical.Color = color.Gray{0xdd}
	p.Add(grid)
	n := len(r.Engines)
	for i, engine := range r.Engines {
		values := make(plotter.Values, len(rows))
		for k, row := range rows {
			values[k] = math.Log10(row.Engines[i].Nanoseconds) - base
		}
		bars, err := plotter.NewBarChart(values, barWidth)
		if err != nil {
			return picture{}, err
		}
		bars.Horizontal = true
		bars.LineStyle.Width = 0
		bars.Color = colors[i%len(colors)]
		bars.Offset = barWidth * vg.Length(float64(n-1)/2-float64(i))
		p.Add(bars)
		p.Legend.Add(engine, bars)
	}
	p.Add(ratios{rows, base, r.Engines})
	p.Legend.Top, p.Legend.XOffs = true, -vg.Millimeter
	p.NominalY(names...)
	p.X.Min, p.X.Max = 0, math.Log10(most)-base+0.6 // room for the legend
	p.X.Tick.Marker = decades(base)
	height := aroundAll + vg.Length(len(rows))*(barWidth*vg.Length(n)+aroundBar)
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(canvas), 4*vg.Millimeter, -2*vg.Millimeter, vg.Millimeter, -2*vg.Millimeter))
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return picture{}, err
	}
	return picture{name: slug(op), title: op, svg: svg.Bytes()}, nil
}

// slug is a name of a file.
func slug(s string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, strings.ReplaceAll(strings.ToLower(s), ",", "")), "-")
}

// decades marks powers of ten, as times.
type decades float64

func (base decades) Ticks(least, most float64) (ticks []plot.Tick) {
	for at := math.Ceil(least); at <= most; at++ {
		ticks = append(ticks, plot.Tick{Value: at, Label: duration(math.Pow(10, at+float64(base)))})
		for k := 2.0; k < 10; k++ {
			if small := at + math.Log10(k); small <= most {
				ticks = append(ticks, plot.Tick{Value: small})
			}
		}
	}
	return ticks
}

// duration writes nanoseconds in a unit that suits.
func duration(ns float64) string {
	for _, unit := range []struct {
		name string
		ns   float64
	}{{"s", 1e9}, {"ms", 1e6}, {"µs", 1e3}} {
		if ns >= unit.ns {
			return fmt.Sprintf("%.3g %s", ns/unit.ns, unit.name)
		}
	}
	return fmt.Sprintf("%.3g ns", ns)
}

// ratios writes behind the bar of the first engine how many times the second one's time is its own.
type ratios struct {
	rows    []row
	base    float64
	engines []string
}

func (r ratios) Plot(c draw.Canvas, p *plot.Plot) {
	if len(r.engines) < 2 {
		return
	}
	style := p.X.Tick.Label
	style.Font.Size = vg.Points(8)
	style.XAlign, style.YAlign = text.XLeft, text.YCenter
	toX, toY := p.Transforms(&c)
	for k, row := range r.rows {
		at := vg.Point{
			X: toX(math.Log10(row.Engines[0].Nanoseconds)-r.base) + vg.Millimeter,
			Y: toY(float64(k)) + barWidth*vg.Length(float64(len(r.engines)-1)/2),
		}
		c.FillText(style, at, times(row.Engines[1].Nanoseconds/row.Engines[0].Nanoseconds))
	}
}

// times writes a factor with two digits or, from ten on, as a whole number.
func times(x float64) string {
	if x < 9.95 {
		return fmt.Sprintf("%.2gx", x)
	}
	return fmt.Sprintf("%.0fx", x)
}
