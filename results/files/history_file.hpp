// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/history.hpp"

#include <filesystem>
#include <vector>

namespace malha {

/// The first line of a history file: its columns.
inline constexpr const char* history_header =
    "user,queue,application,size,jiffies_ahead,jobs_ahead,mean_mpl,waiting_time,execution_time";

/// An experience as a line of a history file, without the end of the line. Runs that read it count it as an
/// experience of another run.
std::string csv_line(const multicluster::Experience& experience);

/// Reads a history file. Throws InputError, with file and line, if the file or one of these columns is
/// missing, if it ends within a line, or if a value is not possible.
std::vector<multicluster::Experience> read_history(const std::filesystem::path& file);

} // namespace malha
