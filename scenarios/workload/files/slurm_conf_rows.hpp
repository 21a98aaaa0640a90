// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace malha {

/// A line of slurm.conf that says something: "NodeName=n[1-4] CPUs=4".
struct SlurmConfRow {
  std::string place;                                       ///< "file:line", where it begins
  std::vector<std::pair<std::string, std::string>> values; ///< keys as they were written, in their order
};

/// The rows of slurm.conf in their order, and at the place of each "Include FILE" those of that file, which
/// is beside the first one unless it has a path of its own; %c in its name is the name of the cluster. '#'
/// begins a comment, unless '\' stands before it; '\' at the end of a line joins the next one to it; values
/// may be in double quotes (Slurm 22.05, slurm.conf). Throws InputError, with file and line, at what is no
/// Key=value, and at a file that includes itself.
std::vector<SlurmConfRow> read_slurm_conf_rows(const std::filesystem::path& file);

} // namespace malha
