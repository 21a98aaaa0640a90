// SPDX-License-Identifier: MIT
#pragma once
#include "drawn_sizes.hpp"
#include "resample.hpp"
#include "selected_jobs.hpp"

namespace malha {

/// The parameters of a reader of traces: its own, and those that say which jobs are replayed, when, and which
/// of them may change their size.
inline std::vector<ParameterSpec> with_trace_parameters(std::vector<ParameterSpec> own) {
  own.push_back(resample_parameter());
  for (auto& parameter : selection_parameters())
    own.push_back(std::move(parameter));
  for (auto& parameter : drawn_sizes_parameters())
    own.push_back(std::move(parameter));
  return own;
}

/// Makes the reader `Source`, resampled, selected and with sizes where its parameters say so. It is for
/// `WorkloadDescriptor::make`.
template <class Source>
std::unique_ptr<JobSource> make_trace_source(const WorkloadInput& input) {
  auto trace = make_source<Source>(input);
  if (input.parameters.text("resample") != "off")
    trace = std::make_unique<ResampledSource>(std::move(trace), input.random, input.file);
  const Selection selection(input);
  if (selection.chooses() || selection.changes())
    trace = std::make_unique<SelectedJobs>(std::move(trace), selection, input.random);
  return with_drawn_sizes(std::move(trace), input);
}

} // namespace malha
