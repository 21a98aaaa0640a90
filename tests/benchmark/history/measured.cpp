// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "ratios.hpp"
#include "tests/benchmark/rounds.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>

namespace malha::overhead {
namespace {

using nlohmann::json;

/// The file of one run of malha_benchmark. Errors begin with its name.
class MeasuredFile {
public:
  explicit MeasuredFile(std::filesystem::path file) : file_(std::move(file)) {
    std::ifstream in(file_);
    if (!in || std::filesystem::is_directory(file_))
      fail("cannot be read");
    content_ = json::parse(in, nullptr, false);
    if (!content_.is_object() || !content_["context"].is_object() || !content_["benchmarks"].is_array())
      fail_as_other();
  }

  std::string context(const char* key) const {
    const auto found = content_["context"].find(key);
    if (found == content_["context"].end() || !found->is_string() || found->get<std::string>().empty())
      fail("its context has no '" + std::string(key) +
           "'; valid: a file that tests/benchmark/record measured");
    return found->get<std::string>();
  }

  const json& benchmarks() const { return content_["benchmarks"]; }

  [[noreturn]] void fail_as_other() const {
    fail("is not what malha_benchmark writes; valid: a file of --benchmark_out_format=json");
  }
  [[noreturn]] void fail(const std::string& what) const { throw InputError(file_.string() + ": " + what); }

private:
  const std::filesystem::path file_;
  json content_;
};

/// Google Benchmark adds the number of rounds to the name.
std::string pattern_of(const json& benchmark) {
  const auto name = benchmark.value("name", "");
  return name.substr(0, name.find("/iterations:"));
}

double ratio_of(const MeasuredFile& file, const json& benchmark) {
  const auto pattern = pattern_of(benchmark);
  if (benchmark.value("error_occurred", false))
    file.fail(pattern + " failed: " + benchmark.value("error_message", "") +
              "; valid: a run in which every pattern succeeds");
  const auto rounds = benchmark.value("iterations", 0);
  if (rounds < least_rounds)
    file.fail(pattern + " was measured in " + std::to_string(rounds) +
              " rounds; valid: " + std::to_string(least_rounds) + " or more");
  const auto ratio = benchmark.value("ratio", 0.0);
  if (!(ratio > 0))
    file.fail(pattern + " has no ratio above 0");
  return ratio;
}

/// In the order of the patterns.
std::vector<std::optional<double>> ratios_of(const MeasuredFile& file,
                                             const std::vector<std::string>& patterns) {
  std::vector<std::optional<double>> ratios(patterns.size());
  for (const auto& benchmark : file.benchmarks()) {
    const auto pattern = pattern_of(benchmark);
    const auto found = std::find(patterns.begin(), patterns.end(), pattern);
    if (found == patterns.end())
      file.fail("the history has no pattern '" + pattern + "'; valid: " + listed(patterns) +
                "; a new pattern gets a column there first");
    auto& ratio = ratios[static_cast<std::size_t>(found - patterns.begin())];
    if (ratio)
      file.fail(pattern + " is there twice; valid: once");
    ratio = ratio_of(file, benchmark);
  }
  return ratios;
}

} // namespace

RatioRow read_measured(const std::filesystem::path& json_file, const std::vector<std::string>& patterns) {
  const MeasuredFile file(json_file);
  RatioRow row{file.context("commit"), file.context("commit_date"), file.context("machine"), {}};
  if (file.context("operations") != std::to_string(usual_operations))
    file.fail("was measured with " + file.context("operations") +
              " operations; valid: " + std::to_string(usual_operations) + ", as all rows");
  try {
    row.ratios = ratios_of(file, patterns);
  } catch (const json::exception&) { // a value of another type
    file.fail_as_other();
  }
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (!row.ratios[i])
      file.fail(patterns[i] + " was not measured; valid: a run of all patterns");
  return row;
}

} // namespace malha::overhead
