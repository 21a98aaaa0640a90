// SPDX-License-Identifier: MIT
#pragma once
#include "policies/multicluster/history.hpp"

#include <filesystem>
#include <vector>

namespace malha {

/// The first line of a history file: its columns.
inline constexpr const char* history_header =
    "user,queue,application,size,jiffies_ahead,jobs_ahead,mean_mpl,waiting_time,execution_time";

/// An experience as a line of a history file, without the end of the line. Read again it is an experience of
/// another run.
std::string csv_line(const multicluster::Experience& experience);

/// Reads a history file. Throws InputError, with file and line, when it is not there, does not have these
/// columns, ends within a line, or has a value that no experience has.
std::vector<multicluster::Experience> read_history(const std::filesystem::path& file);

} // namespace malha
