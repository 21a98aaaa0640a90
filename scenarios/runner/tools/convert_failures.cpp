// SPDX-License-Identifier: MIT
#include "convert_failures.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/result_files.hpp"
#include "scenarios/runner/commands/output_file.hpp"
#include "scenarios/workload/files/failure_trace.hpp"

#include <iostream>
#include <set>

namespace malha {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_setting(const std::string& key, const std::string& value) {
  throw InputError("setting " + key + "=" + value + ": a log of failures takes fta.… only");
}

Parameters settings_of_log(const std::map<std::string, std::string>& settings) {
  const std::string prefix = "fta.";
  std::map<std::string, std::string> own;
  for (const auto& [key, value] : settings) {
    if (key.rfind(prefix, 0) != 0)
      refuse_setting(key, value);
    own[key.substr(prefix.size())] = value;
  }
  try {
    return {failure_trace_parameters(), own};
  } catch (const std::invalid_argument& error) {
    throw InputError(std::string("convert: settings fta.…: ") + error.what());
  }
}

void check_places(const fs::path& in, const fs::path& out) {
  if (!is_there(in))
    throw InputError("convert: " + in.string() + ": there is no such file");
  if (out.extension() != ".csv")
    throw InputError("convert: cannot write a log of failures as " + out.string() +
                     "; valid: a path that ends in .csv");
  check_output_file("convert", out);
}

void write_outages(const FailureTrace& trace, std::size_t first_resource, std::ostream& out) {
  out << header_of("outages.csv") << '\n';
  for (const auto& [node, start, end] : trace.outages)
    out << first_resource + node << ',' << shortest(start) << ',' << (end ? shortest(*end) : "") << '\n';
}

} // namespace

void convert_failures(const fs::path& in, const fs::path& out,
                      const std::map<std::string, std::string>& settings) {
  check_places(in, out);
  const auto parameters = settings_of_log(settings);
  const auto trace = read_failure_trace(in, parameters);
  const auto first = static_cast<std::size_t>(parameters.integer("first_resource"));
  std::set<std::size_t> nodes;
  for (const auto& outage : trace.outages)
    nodes.insert(outage.node);
  write_file(out, [&](std::ostream& stream) { write_outages(trace, first, stream); });
  std::cout << "written: " << trace.outages.size() << " outages of " << nodes.size() << " of " << trace.nodes
            << " nodes; 0 s is " << shortest(trace.begin) << " s of the log\n";
  for (const auto& note : trace.notes)
    std::cout << "  " << note.what << ": " << note.jobs << '\n';
}

} // namespace malha
