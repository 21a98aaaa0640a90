// SPDX-License-Identifier: MIT
#include "drawn_sequences.hpp"

#include <algorithm>

namespace malha::conformance {

std::vector<Sequence> drawn_sequences(const Views& question, const std::vector<Settings>& settings, int views,
                                      std::uint64_t seed) {
  RandomStreams streams(seed);
  const int all = question.is_whole_run ? views / views_of_a_run : views;
  const int number = static_cast<int>(settings.size());
  std::vector<Sequence> sequences;
  for (const auto& parameters : settings) {
    auto& sequence = sequences.emplace_back();
    sequence.parameters = parameters;
    Draw draw(streams.stream(question.name + " " + std::to_string(sequences.size())));
    for (int view = 0; view < std::max(1, (all + number - 1) / number); ++view)
      sequence.views.push_back(question.draw(draw));
  }
  return sequences;
}

Json json_of(const Sequence& sequence) {
  return {{"parameters", sequence.parameters}, {"views", sequence.views}};
}

} // namespace malha::conformance
