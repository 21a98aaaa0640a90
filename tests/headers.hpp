// SPDX-License-Identifier: MIT
#pragma once
// What many tests include, compiled once for all of them (tests/CMakeLists.txt). Every file includes what it uses all the same.
#include "actors/broker/book.hpp"
#include "actors/runtime/simulation.hpp"
#include "policies/cluster/queue.hpp"
#include "tests/support/program.hpp"

#include <boost/random/uniform_int_distribution.hpp>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <variant>
#include <vector>
