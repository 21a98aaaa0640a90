// SPDX-License-Identifier: MIT
// Usage: malha_benchmark [--benchmark_…] [ROUNDS [OPERATIONS]]
// In each round both sides of each pattern run once, one after the other, so that what slows the machine down
// slows both. The ratio of a pattern is the median of its rounds' ratios.
#include "child.hpp"
#include "policies/sdk/numbers.hpp"
#include "sides.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>

namespace malha::overhead {
namespace {

struct Ratio {
  std::string pattern;
  double ours, by_hand; ///< microseconds an operation, medians
  double ratio;
};

void run_rounds(benchmark::State& state, const Pattern& pattern, std::int64_t operations,
                std::vector<Ratio>& ratios) {
  std::vector<double> ours, by_hand, quotients;
  const auto count = static_cast<double>(operations);
  try {
    for (auto round : state) {
      static_cast<void>(round);
      const auto a = in_child<Measured>([&] { return pattern.ours(operations); });
      const auto b = in_child<Measured>([&] { return pattern.by_hand(operations); });
      if (std::abs(a.date - b.date) > 1e-9 * b.date)
        throw std::runtime_error("the sides do not simulate the same: ours ends at " + shortest(a.date) +
                                 " s, by hand at " + shortest(b.date) + " s");
      state.SetIterationTime(a.wall_seconds);
      ours.push_back(1e6 * a.wall_seconds / count);
      by_hand.push_back(1e6 * b.wall_seconds / count);
      quotients.push_back(a.wall_seconds / b.wall_seconds);
    }
  } catch (const std::exception& error) {
    return state.SkipWithError(error.what());
  }
  ratios.push_back({pattern.name, median(ours), median(by_hand), median(quotients)});
  state.counters["ours_us"] = ratios.back().ours;
  state.counters["by_hand_us"] = ratios.back().by_hand;
  state.counters["ratio"] = ratios.back().ratio;
}

int run(int rounds, std::int64_t operations) {
  constexpr double limit = 1.3;
  auto patterns = message_patterns();
  const auto more = execution_patterns();
  patterns.insert(patterns.end(), more.begin(), more.end());
  std::vector<Ratio> ratios;
  for (const auto& pattern : patterns)
    benchmark::RegisterBenchmark(
        pattern.name.c_str(),
        [&, operations](benchmark::State& state) { run_rounds(state, pattern, operations, ratios); })
        ->UseManualTime()
        ->Iterations(rounds)
        ->Unit(benchmark::kMillisecond);
  const auto ran = benchmark::RunSpecifiedBenchmarks();
  std::printf("\n%-32s %12s %12s %8s\n", "us an operation, medians", "ours", "by hand", "ratio");
  for (const auto& [pattern, ours, by_hand, ratio] : ratios)
    std::printf("%-32s %12.3f %12.3f %8.2f%s\n", pattern.c_str(), ours, by_hand, ratio,
                ratio > limit ? "  above 1.3" : "");
  return ran == ratios.size() && ran > 0 ? 0 : 1;
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 15;
  const std::int64_t operations = argc > 2 ? std::atoll(argv[2]) : 100'000;
  if (argc > 3 || rounds < 1 || operations < 1) {
    std::fprintf(stderr, "usage: %s [--benchmark_…] [ROUNDS [OPERATIONS]]\n", argv[0]);
    return 2;
  }
  return malha::overhead::run(rounds, operations);
}
