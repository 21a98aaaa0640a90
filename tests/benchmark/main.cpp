// SPDX-License-Identifier: MIT
// Usage: malha_benchmark [--benchmark_…] [ROUNDS [OPERATIONS]]
// --benchmark_out=FILE --benchmark_out_format=json writes the ratios as JSON. Times are of the processor.
// In each round both sides of each pattern run once, one after the other, so that what slows the machine down
// slows both. The ratio of a pattern is the median of its rounds' ratios.
#include "child.hpp"
#include "policies/sdk/numbers.hpp"
#include "rounds.hpp"
#include "sides.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <thread>

namespace malha::overhead {
namespace {

struct Ratio {
  const Pattern* pattern;
  double ours, by_hand;                 ///< microseconds an operation, medians
  double first_quartile, last_quartile; ///< of the ratios
  double ratio;
};

/// Processor and cores, by which the history of ratios tells machines apart.
std::string machine_name() {
  std::string model = "unknown processor", line;
  std::ifstream processors("/proc/cpuinfo");
  while (std::getline(processors, line))
    if (line.rfind("model name", 0) == 0) {
      model = line.substr(line.find(": ") + 2);
      break;
    }
  return model + " (" + std::to_string(std::thread::hardware_concurrency()) + " cores)";
}

void run_rounds(benchmark::State& state, const Pattern& pattern, std::int64_t operations,
                std::vector<Ratio>& ratios) {
  std::vector<double> ours, by_hand, quotients;
  const auto count = static_cast<double>(operations);
  try {
    for (auto round : state) {
      static_cast<void>(round);
      const auto a = in_child<Measured>([&] { return pattern.ours(operations); });
      const auto b = in_child<Measured>([&] { return pattern.by_hand(operations); });
      if (std::abs(a.result - b.result) > 1e-9 * b.result)
        throw std::runtime_error("the sides do not simulate the same: ours comes to " + shortest(a.result) +
                                 " s, by hand to " + shortest(b.result) + " s");
      state.SetIterationTime(a.processor_seconds);
      ours.push_back(1e6 * a.processor_seconds / count);
      by_hand.push_back(1e6 * b.processor_seconds / count);
      quotients.push_back(a.processor_seconds / b.processor_seconds);
    }
  } catch (const std::exception& error) {
    return state.SkipWithError(error.what());
  }
  ratios.push_back({&pattern, median(ours), median(by_hand), quantile(quotients, 0.25),
                    quantile(quotients, 0.75), median(quotients)});
  state.counters["ours_us"] = ratios.back().ours;
  state.counters["by_hand_us"] = ratios.back().by_hand;
  state.counters["first_quartile"] = ratios.back().first_quartile;
  state.counters["last_quartile"] = ratios.back().last_quartile;
  state.counters["ratio"] = ratios.back().ratio;
}

std::vector<Pattern> all_patterns() {
  auto patterns = message_patterns();
  for (const auto& more : {execution_patterns(), scheduler_patterns()})
    patterns.insert(patterns.end(), more.begin(), more.end());
  return patterns;
}

void print(const std::vector<Ratio>& ratios) {
  std::printf("\n%-32s %10s %10s %8s %8s %8s\n", "us an operation, medians", "ours", "by hand", "25 %",
              "75 %", "ratio");
  for (const auto& ratio : ratios) {
    std::printf("%-32s %10.3f %10.3f %8.2f %8.2f %8.2f", ratio.pattern->name.c_str(), ratio.ours,
                ratio.by_hand, ratio.first_quartile, ratio.last_quartile, ratio.ratio);
    if (ratio.ratio > ratio.pattern->limit)
      std::printf("  above %g", ratio.pattern->limit);
    std::printf("\n");
  }
}

int run(int rounds, std::int64_t operations) {
  const auto patterns = all_patterns();
  std::vector<Ratio> ratios;
  for (const auto& pattern : patterns)
    benchmark::RegisterBenchmark(
        pattern.name.c_str(),
        [&, operations](benchmark::State& state) { run_rounds(state, pattern, operations, ratios); })
        ->UseManualTime()
        ->Iterations(rounds)
        ->Unit(benchmark::kMillisecond);
  benchmark::AddCustomContext("machine", machine_name());
  benchmark::AddCustomContext("operations", std::to_string(operations));
  const auto ran = benchmark::RunSpecifiedBenchmarks();
  print(ratios);
  return ran == ratios.size() && ran > 0 ? 0 : 1;
}

} // namespace
} // namespace malha::overhead

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : malha::overhead::usual_rounds;
  const std::int64_t operations = argc > 2 ? std::atoll(argv[2]) : malha::overhead::usual_operations;
  if (argc > 3 || rounds < 1 || operations < 1) {
    std::fprintf(stderr, "usage: %s [--benchmark_…] [ROUNDS [OPERATIONS]]\n", argv[0]);
    return 2;
  }
  return malha::overhead::run(rounds, operations);
}
