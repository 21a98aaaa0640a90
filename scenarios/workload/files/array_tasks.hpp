// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// The numbers that a list of tasks of an array stands for: "1-5,8,10-20:2%3". The limit behind '%' is left
/// out. Nothing for a text that is no such list, or that names more than a million.
std::optional<std::vector<std::int64_t>> array_tasks_in(const std::string& list);

} // namespace malha
