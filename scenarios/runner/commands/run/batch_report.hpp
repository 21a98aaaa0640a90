// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"

#include <filesystem>
#include <iosfwd>

namespace malha {

/// Prints means over the jobs of a run, each with its interval by batch means. The jobs are those that count,
/// in order of submission. `run` are the parameters of the run.
void print_batch_means(const std::filesystem::path& folder, const Parameters& run, std::size_t batches,
                       std::ostream& out);

} // namespace malha
