// SPDX-License-Identifier: MIT
#include "malleable.hpp"

#include "errors.hpp"
#include "numbers.hpp"
#include "split.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace malha {
namespace {

constexpr std::array<const char*, 5> kinds{"rigid", "moldable", "malleable", "evolving", "adaptive"};

/// In the C locale.
char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

[[noreturn]] void refuse_job(const std::string& what, const std::string& valid) {
  throw InputError("has " + what + "; valid: " + valid);
}

std::string nodes_of(const char* name, int nodes) { return name + (' ' + std::to_string(nodes)); }

void check_sizes(const Malleability& job) {
  const std::string valid = "1 <= min <= pref <= max";
  if (job.min < 1)
    refuse_job(nodes_of("min", job.min), valid);
  if (job.min > job.pref)
    refuse_job(nodes_of("min", job.min) + " above " + nodes_of("pref", job.pref), valid);
  if (job.pref > job.max)
    refuse_job(nodes_of("pref", job.pref) + " above " + nodes_of("max", job.max), valid);
  if (job.kind == JobKind::rigid && job.min < job.max)
    refuse_job("type rigid, and " + nodes_of("min", job.min) + " below " + nodes_of("max", job.max),
               "the same min and max, or another type");
}

void check_asks(const Malleability& job) {
  if (job.asks.empty())
    return;
  if (!may_ask(job.kind))
    refuse_job("asks, and type " + std::string(name_of(job.kind)) + ", which never asks",
               "type evolving or adaptive, or no asks");
  const int last = job.parts == Malleability::any_date ? 0 : job.parts - 1;
  for (const auto& [after, nodes] : job.asks) {
    const std::string ask = "asks '" + std::to_string(after) + ':' + std::to_string(nodes) + "'";
    if (after < 1 || after > last)
      refuse_job(ask + " of a point that is not between two of its parts",
                 last < 1 ? "no asks of a job of one part, or without parts"
                          : "parts from 1 to " + std::to_string(last));
    if (nodes < job.min || nodes > job.max)
      refuse_job(ask + " beyond its sizes",
                 "nodes from " + std::to_string(job.min) + " to " + std::to_string(job.max));
  }
}

int power_of_two_below(int nodes) {
  int power = 1;
  while (power <= nodes / 2)
    power *= 2;
  return power;
}

} // namespace

const char* name_of(JobKind kind) { return kinds.at(static_cast<std::size_t>(kind)); }

std::optional<JobKind> job_kind_of(std::string_view name) {
  std::string word(name);
  std::transform(word.begin(), word.end(), word.begin(), small);
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    if (word == kinds[kind])
      return static_cast<JobKind>(kind);
  return std::nullopt;
}

std::vector<SizeRequest> read_asks(const std::string& text) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("asks '" + text + "' " + what +
                     "; valid: part:nodes with spaces between them, by ascending parts, such as '1:3 2:1'");
  };
  std::vector<SizeRequest> asks;
  if (text.empty())
    return asks;
  for (const auto& word : split(text, ' ')) {
    const auto numbers = split(word, ':');
    const auto part = parse_number<int>(numbers.front());
    const auto nodes = numbers.size() == 2 ? parse_number<int>(numbers.back()) : std::nullopt;
    if (!part || !nodes)
      refuse("has '" + word + "'");
    if (!asks.empty() && *part <= asks.back().after_part)
      refuse("has part " + std::to_string(*part) + " behind part " + std::to_string(asks.back().after_part));
    asks.push_back({*part, *nodes});
  }
  return asks;
}

std::string text_of(const std::vector<SizeRequest>& asks) {
  std::string text;
  for (const auto& [part, nodes] : asks)
    text += (text.empty() ? "" : " ") + std::to_string(part) + ':' + std::to_string(nodes);
  return text;
}

void Malleability::set_work(Seconds amount) {
  work = amount;
  run_at_pref = run_time_of(law, work, pref);
}

void Malleability::set_run_at_pref(Seconds time) {
  run_at_pref = time;
  work = work_of(law, time, pref);
}

void check(const Malleability& job) {
  check_sizes(job);
  if (!job.law.runs_on(job.min))
    refuse_job("speed-up law '" + job.law.text() + "', under which it cannot run on " +
                   nodes_of("min", job.min),
               "a law that begins at min, or a larger min");
  if (!(job.work > 0) || !std::isfinite(job.work))
    refuse_job("work " + shortest(job.work) + " s", "work, or a run time, above 0 s");
  if (job.parts < 1)
    refuse_job(std::to_string(job.parts) + " parts", "at least 1, or inf");
  for (const auto cost : {job.cost.grow, job.cost.shrink})
    if (!(cost >= 0) || !std::isfinite(cost))
      refuse_job("cost " + shortest(cost) + " s", "a time of at least 0 s");
  check_asks(job);
}

int clip_asks(Malleability& job) {
  int moved = 0;
  for (auto& ask : job.asks) {
    const int nodes = std::clamp(ask.nodes, job.min, std::max(job.min, job.max));
    moved += nodes != ask.nodes ? 1 : 0;
    ask.nodes = nodes;
  }
  return moved;
}

SizeBounds bounds_by_efficiency(const SpeedUp& law, int pref, int most, const EfficiencyBounds& above) {
  int min = 1, max = 1;
  const bool is_linear = law.law() == SpeedUp::Law::linear; // as efficient on all numbers of nodes as on one
  if (is_linear && above.max < 1) {
    max = std::max(1, most);
    min = above.min < 1 ? max : 1;
  }
  for (int nodes = 1; nodes <= most && !is_linear; ++nodes) {
    const double efficiency = law.efficiency(nodes);
    if (efficiency > above.min)
      min = nodes;
    if (!(efficiency > above.max))
      break;
    max = nodes;
  }
  return {std::min(power_of_two_below(min), pref), pref, std::max(power_of_two_below(max), pref)};
}

double parallel_share_for(int pref, const std::vector<double>& shares, double above) {
  std::optional<double> best;
  for (const double share : shares) {
    const auto efficiency_of = [pref](double parallel) { return SpeedUp::amdahl(parallel).efficiency(pref); };
    if (efficiency_of(share) > above && (!best || efficiency_of(share) < efficiency_of(*best)))
      best = share;
  }
  return best.value_or(*std::max_element(shares.begin(), shares.end()));
}

int parts_of(Seconds run_time, Seconds every, int most) {
  return static_cast<int>(std::clamp(std::floor(run_time / every), 1.0, static_cast<double>(most)));
}

bool draw_share(RandomEngine& random, double share) {
  return static_cast<double>(random() >> 11U) * 0x1p-53 < share;
}

} // namespace malha
