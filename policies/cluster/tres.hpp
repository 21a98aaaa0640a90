// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/split.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

// Trackable resources (TRES) and what a job is billed for them: Slurm 22.05 documentation, pages "TRES" and
// slurm.conf (TRESBillingWeights, PriorityWeightTRES).
namespace malha::cluster {

/// Amounts of trackable resources by their name, as `tres_name` gives it: CPUs, nodes, GRES and licences as
/// counts; mem and bb/… in MB. A job that has 2 GPUs of type a100 has 2 of gres/gpu and 2 of gres/gpu:a100.
using TresAmounts = std::map<std::string, double>;

/// Weights of trackable resources by their name: for each CPU, node, GRES, licence, and for each MB.
using TresWeights = std::map<std::string, double>;

/// How the weighted amounts of a job become its billing.
enum class BillingRule {
  sum,      ///< all are added
  max_tres, ///< MAX_TRES: the largest of those that belong to nodes; licences and burst buffers are added
};

/// The amount that a map has under a name; 0 where it has none.
inline double amount_of(const TresAmounts& amounts, const std::string& name) {
  const auto found = amounts.find(name);
  return found == amounts.end() ? 0 : found->second;
}

/// The name of a trackable resource in lower case, since upper and lower case are the same. Throws
/// std::invalid_argument, with what is valid, where it is none that can be billed.
inline std::string tres_name(const std::string& written) {
  std::string name = written;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto slash = name.find('/');
  if (slash == std::string::npos && (name == "cpu" || name == "mem" || name == "node"))
    return name;
  const auto kind = name.substr(0, slash), rest = name.substr(std::min(slash, name.size()));
  const auto colon = rest.find(':');
  const bool has_type = colon != std::string::npos;
  const bool is_whole = rest.size() > 1 && colon != 1 && rest.back() != ':' && rest.find('/', 1) == rest.npos;
  if (is_whole && (kind == "gres" || (!has_type && (kind == "license" || kind == "bb"))))
    return name;
  throw std::invalid_argument(
      "'" + written + "' is no resource that can be weighted" +
      instead_of(written, {"cpu", "mem", "node", "gres/NAME", "gres/NAME:TYPE", "license/NAME", "bb/NAME"}));
}

/// Whether MAX_TRES takes the largest of such resources. It adds the others, which belong to no node.
inline bool belongs_to_nodes(const std::string& name) {
  return name == "cpu" || name == "mem" || name == "node" || name.rfind("gres/", 0) == 0;
}

/// Reads one weight such as "0.25G". A suffix says for how many units of the resource it is: mem=0.25G is
/// 0.25 for each 1024 MB. That is documented for mem; burst buffers are counted in MB, too, and of other
/// resources K is 1024. Throws std::invalid_argument.
inline double tres_weight(const std::string& name, const std::string& written) {
  constexpr std::string_view suffixes = "KMGTP";
  double weight = 0;
  const char* const end = written.data() + written.size();
  const auto [behind, error] = std::from_chars(written.data(), end, weight);
  const auto fail = [&](const std::string& what) {
    throw std::invalid_argument("the weight of " + name + " is '" + written + "', " + what +
                                "; valid: a number from 0 on, such as 0.25, or 0.25G for each GB; suffixes: "
                                "K, M, G, T, P");
  };
  if (error == std::errc::result_out_of_range)
    fail("which is too large or too small for a double");
  if (error != std::errc())
    fail("which does not begin with a number");
  if (behind != end) {
    const int letter = std::toupper(static_cast<unsigned char>(*behind));
    const auto suffix = suffixes.find(static_cast<char>(letter));
    if (suffix == std::string_view::npos || behind + 1 != end)
      fail("which has an unknown suffix");
    const int unit = name == "mem" || name.rfind("bb/", 0) == 0 ? 2 : 0; // an amount of 1 is an M, or just 1
    weight = std::ldexp(weight, 10 * (unit - static_cast<int>(suffix) - 1));
  }
  if (!std::isfinite(weight) || std::signbit(weight))
    fail("which is not a finite number from 0 on");
  return weight;
}

/// Reads TRESBillingWeights or PriorityWeightTRES, such as "CPU=1.0,Mem=0.25G,GRES/gpu=2.0,license/foo=1". An
/// empty text has no weights. Throws std::invalid_argument: one sentence with what is valid.
inline TresWeights tres_weights(const std::string& text) {
  TresWeights weights;
  if (text.empty())
    return weights;
  const auto lacks_equals = [&text](const std::string& part) {
    return "'" + part + "' in the weights '" + text +
           "' has no '='; valid: such as CPU=1.0,Mem=0.25G,GRES/gpu=2.0";
  };
  for (const auto& part : split(text, ',')) {
    const auto equals = part.find('=');
    if (equals == std::string::npos)
      throw std::invalid_argument(lacks_equals(part));
    const auto name = tres_name(part.substr(0, equals));
    if (!weights.emplace(name, tres_weight(name, part.substr(equals + 1))).second)
      throw std::invalid_argument("the weight of " + name + " is given twice; valid: once each");
  }
  return weights;
}

/// What a job is billed for each second. Without weights that is the number of its CPUs. The largest of
/// MAX_TRES is that of the totals of the job, as Slurm 22.05 has it; its documentation says node by node.
inline double billing(const TresAmounts& amounts, const TresWeights& weights, BillingRule rule) {
  if (weights.empty())
    return amount_of(amounts, "cpu");
  double sum = 0, largest = 0;
  for (const auto& [name, weight] : weights) {
    const double weighted = amount_of(amounts, name) * weight;
    if (rule == BillingRule::max_tres && belongs_to_nodes(name))
      largest = std::max(largest, weighted);
    else
      sum += weighted;
  }
  return largest + sum;
}

/// A billing as records and limits have it: its integer part. Fair share takes the whole number.
inline double recorded_billing(double billed) { return std::floor(billed); }

} // namespace malha::cluster
