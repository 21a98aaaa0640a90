// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// Metadata of a job that may run on several numbers of nodes: "type=malleable;min_nodes=1;max_nodes=4;
/// law=linear;parts=6;work=24". The numbers read back exactly, so that W / S(n) can be computed from rows of
/// jobs.csv. A long law is left out.
std::string metadata_of(const Malleability& sizes);

/// Whether the law of these sizes is longer than metadata may be.
bool has_long_law(const Malleability& sizes);
/// What notes say of such jobs.
inline const char* const note_of_long_laws = "a law that is too long for metadata, and is left out there";

/// The metadata of a job without those of its sizes, which a format without sizes would make wrong.
std::string metadata_without_sizes(const Job& job);

/// Gives a job of one task these sizes. Its task has the size `pref`; its run time is up to the caller.
/// Metadata of sizes are put behind its other metadata, in place of those of sizes that it had. A rigid job
/// has no sizes.
void give_sizes(Job& job, Malleability sizes);

/// Scales the work of a job that has sizes; its task is scaled by the caller.
void scale_work(Job& job, double factor);

/// The cost of a text such as "60", or "60/20" to grow and to shrink, in s; nothing for any other text.
std::optional<ResizeCost> cost_in(const std::string& text);
/// The parts of a text: an integer, or "inf"; nothing for any other text.
std::optional<int> parts_in(const std::string& text);

} // namespace malha
