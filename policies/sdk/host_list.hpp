// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace malha {

/// The names that a list of hosts stands for, as Slurm writes it: "login,n[1-4,07-12],r[1-2]c[0-3]". Numbers
/// keep the zeros in front. Nothing for a text that is no such list, or that names more than a million.
std::optional<std::vector<std::string>> hosts_in(std::string_view list);

/// The numbers that a list of tasks of an array stands for: "1-5,8,10-20:2%3". The limit behind '%' is left
/// out. Nothing for a text that is no such list, or that names more than a million.
std::optional<std::vector<std::int64_t>> array_tasks_in(std::string_view list);

} // namespace malha
