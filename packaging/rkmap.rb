class Rkmap < Formula
  desc "@SUMMARY@"
  homepage "@ADDRESS@"
  version "@VERSION@"
  license "Apache-2.0"

@SYSTEMS@

  def install
    bin.install "bin/rkmap"
    man1.install "share/man/man1/rkmap.1"
    bash_completion.install "share/bash-completion/completions/rkmap"
    zsh_completion.install "share/zsh/site-functions/_rkmap"
    fish_completion.install "share/fish/vendor_completions.d/rkmap.fish"
    doc.install Dir["share/doc/rkmap/*"]
  end

  test do
    (testpath/"spec.json").write '{"mappers": [{"id": "a", "attributes": ["b"]}]}'
    (testpath/"data.json").write '{"b": 1}'
    assert_equal "{\"b\":1}\n", shell_output("#{bin}/rkmap apply spec.json data.json --to ndjson")
  end
end
