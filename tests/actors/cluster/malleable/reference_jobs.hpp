// SPDX-License-Identifier: MIT
// Jobs for the reference, and its rows as texts.
#pragma once
#include "reference.hpp"

#include <cmath>
#include <cstdio>
#include <random>
#include <string>

namespace malha::testing::malleable {

inline ReferenceJob job(std::int64_t id, Seconds submitted, JobKind kind, int min, int pref, int max,
                        double work) {
  ReferenceJob one;
  one.id = id;
  one.submitted = submitted;
  one.size.kind = kind;
  one.size.min = min;
  one.size.pref = pref;
  one.size.max = max;
  one.size.set_work(work);
  return one;
}

/// A malleable, a rigid, a moldable and an evolving job.
inline std::vector<ReferenceJob> four() {
  std::vector<ReferenceJob> jobs{
      job(0, 0, JobKind::malleable, 1, 2, 4, 24), job(1, 1, JobKind::rigid, 2, 2, 2, 8),
      job(2, 2, JobKind::moldable, 1, 1, 2, 6), job(3, 3, JobKind::evolving, 1, 1, 3, 6)};
  jobs[0].size.parts = 6;
  jobs[3].size.parts = 3;
  jobs[3].size.cost = {1, 1};
  jobs[3].size.asks = read_asks("1:3 2:1");
  return jobs;
}

/// A date to seven decimals, without zeros at the end.
inline std::string date(Seconds value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.7f", value);
  std::string all(text);
  all.erase(all.find_last_not_of('0') + 1);
  return all.back() == '.' ? all.substr(0, all.size() - 1) : all;
}

/// Each job as "date:nodes …; end".
inline std::vector<std::string> texts(const std::vector<ReferenceRun>& runs) {
  std::vector<std::string> all;
  for (const auto& run : runs) {
    std::string text;
    for (const auto& [from, nodes, pause] : run.sizes)
      text += (text.empty() ? "" : " ") + date(from) + ':' + std::to_string(nodes);
    all.push_back(text + "; " + date(run.end));
  }
  return all;
}

/// EPCC, mira-cirrus-elastisim 938f4d0, cirrus-cpu-simple-moldable-short: nine jobs on 13249 nodes.
inline std::vector<ReferenceJob> cirrus_short() {
  std::vector<ReferenceJob> jobs{job(0, 0, JobKind::moldable, 378, 756, 1512, 1423.0 * 756)};
  for (const double run : {448, 472, 420})
    jobs.push_back(
        job(static_cast<std::int64_t>(jobs.size()), 715, JobKind::moldable, 288, 576, 1152, run * 576));
  jobs.push_back(job(4, 1698, JobKind::moldable, 378, 756, 1512, 1478.0 * 756));
  jobs.push_back(job(5, 2423, JobKind::moldable, 16, 32, 64, 2592.0 * 32));
  for (const double run : {605, 613, 560})
    jobs.push_back(
        job(static_cast<std::int64_t>(jobs.size()), 3359, JobKind::moldable, 16, 32, 64, run * 32));
  return jobs;
}

/// Jobs of all kinds, in the order of their submission.
inline std::vector<ReferenceJob> random_jobs(std::mt19937& random, bool is_fixed) {
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const std::vector<std::string> laws{"linear", "amdahl:.9", "power:.7", "downey:6:1.5"};
  std::vector<ReferenceJob> jobs;
  Seconds submitted = 0;
  for (int id = 0, count = draw(1, 12); id < count; ++id) {
    submitted += draw(0, 6);
    const auto kind = static_cast<JobKind>(draw(0, 4));
    const int min = draw(1, 6), pref = is_fixed || kind == JobKind::rigid ? min : draw(min, 8);
    const int max = is_fixed || kind == JobKind::rigid ? min : draw(pref, 12);
    jobs.push_back(job(id, submitted, kind, min, pref, max, 0));
    auto& size = jobs.back().size;
    size.law = SpeedUp::read(laws[static_cast<std::size_t>(draw(0, 3))]);
    size.set_work(draw(1, 60));
    size.parts = kind == JobKind::malleable && draw(0, 3) == 0 ? Malleability::any_date : draw(1, 5);
    size.cost = {draw(0, 2) / 2.0, draw(0, 2) / 2.0};
    for (int after = 1; may_ask(kind) && after < size.parts; ++after)
      size.asks.push_back({after, draw(min, max)});
    check(size);
  }
  return jobs;
}

/// The same, linear, with whole run times on up to 12 nodes, of which 27720 is the least common multiple.
inline std::vector<ReferenceJob> random_jobs_of_whole_times(std::mt19937& random) {
  auto jobs = random_jobs(random, false);
  for (auto& one : jobs) {
    auto& size = one.size;
    one.submitted *= 1000;
    size.law = SpeedUp();
    size.parts = 1 << random() % 4;
    size.cost = {std::floor(size.cost.grow * 500), std::floor(size.cost.shrink * 500)};
    size.set_work(std::ceil(size.work / 8) * 27720);
    size.asks.erase(std::remove_if(size.asks.begin(), size.asks.end(),
                                   [&](const auto& ask) { return ask.after_part >= size.parts; }),
                    size.asks.end());
    check(size);
  }
  return jobs;
}

} // namespace malha::testing::malleable
