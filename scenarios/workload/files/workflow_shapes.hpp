// SPDX-License-Identifier: MIT
#pragma once
#include "workflow.hpp"

#include <functional>
#include <map>

namespace malha {

/// Draws the run time of a task from its mean, in s.
using DrawTime = std::function<Seconds(Seconds mean)>;

// Workflows of known shapes. Tasks are called after what they do, with a number: "mDiffFit-3". A file is
// called after the task that makes it.

/// A mosaic of `images` (at least 2) overlapping images, as Montage makes it (bharathi2008): each image is
/// projected, each pair of neighbours is compared, one model of the background follows from all, each image
/// is corrected by it, and all are added up. Mean run times and sizes are those of a mosaic of 25 tasks that
/// SimGrid ships.
Workflow montage(int images, const DrawTime& draw);
/// The mapping of a genome (bharathi2008): each of `lanes` is cut into `chunks`, each of which goes through
/// four steps; all are merged again.
Workflow epigenomics(int lanes, int chunks, const DrawTime& draw);
/// The hazard of earthquakes (bharathi2008): each of `sites` has a large tensor, from which `ruptures`
/// seismograms are made.
Workflow cybershake(int sites, int ruptures, const DrawTime& draw);
/// Gaussian elimination of a matrix of `size` (at least 2) columns (topcuoglu2002, section 5.3): (size² +
/// size
/// - 2) / 2 tasks.
Workflow gauss(int size, Seconds mean, Bytes data, const DrawTime& draw);
/// The fast Fourier transform of `points` (a power of 2): 2 points - 1 recursive calls, then points log2
/// points butterflies (topcuoglu2002, section 5.3).
Workflow fft(int points, Seconds mean, Bytes data, const DrawTime& draw);
/// `stages` stages one after the other, each with `width` tasks between a fork and a join.
Workflow fork_join(int stages, int width, Seconds mean, Bytes data, const DrawTime& draw);
/// One task after the other.
Workflow chain(int tasks, Seconds mean, Bytes data, const DrawTime& draw);

} // namespace malha
